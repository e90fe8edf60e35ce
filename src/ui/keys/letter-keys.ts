const STORAGE_KEY = 'letter-keys'
const TYPING = 'input, textarea, select, [contenteditable="true"]'

/** Whether keys without Ctrl do something: on until a person switches them off on this device. */
export function areLetterKeysEnabled(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}

export function switchLetterKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, 'off')
  } catch {
    // A browser that keeps nothing has them on.
  }
}

/**
 * A key pressed by itself, outside of every field: letters that are typed into a field stay
 * letters.
 */
export const isLetterKey = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  !(event.target as Element | null)?.closest(TYPING) &&
  areLetterKeysEnabled()
