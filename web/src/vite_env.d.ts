declare module 'virtual:chess-men.css';
