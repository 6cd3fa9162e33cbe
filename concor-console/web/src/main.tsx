import { createRoot } from 'react-dom/client';
import { Console } from './Console';
import './styles.css';

createRoot(document.getElementById('root')!).render(<Console />);
