import { THEME_KEY } from './theme-script.ts'

/**
 * Switches between light and dark. A choice that equals the system's is deleted, so that the page
 * follows the system again.
 */
export function turnTheme() {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const now = root.dataset.theme ?? system
  const next = now === 'dark' ? 'light' : 'dark'

  if (next === system) delete root.dataset.theme
  else root.dataset.theme = next

  try {
    if (next === system) localStorage.removeItem(THEME_KEY)
    else localStorage.setItem(THEME_KEY, next)
  } catch {
    // A browser that stores nothing still shows the choice on this page.
  }
}
