export const THEME_KEY = 'theme'

/**
 * Applies a stored theme before the first paint. Put it into the head with the page's nonce:
 * `<script nonce={nonce} dangerouslySetInnerHTML={{ __html: themeScript }} />`.
 */
export const themeScript =
  `try{var t=localStorage.getItem('${THEME_KEY}');` +
  "if(t==='dark'||t==='light')document.documentElement.dataset.theme=t}catch{}"
