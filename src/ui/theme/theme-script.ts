export const THEME_KEY = 'theme'

/**
 * Runs in the head before anything is painted, so that a stored choice shows at once.
 * Put it there with the page's nonce: `<script nonce={nonce} dangerouslySetInnerHTML={{ __html:
 * themeScript }} />`.
 */
export const themeScript =
  'try{var ' +
  `t=localStorage.getItem('${THEME_KEY}');if(t==='dark'||t==='light')document.documentElement.dataset.theme=t}catch{}`
