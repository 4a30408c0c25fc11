import 'chessgroundx/assets/chessground.base.css';
import 'virtual:chess-men.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/boards.css';
import './styles/pages.css';
import { startRouter } from './router';
import { applyTheme } from './settings';
import { unlockSoundOnGesture } from './sounds';

applyTheme();
unlockSoundOnGesture();
startRouter(document.getElementById('app')!);
