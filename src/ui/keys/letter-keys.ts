const STORAGE_KEY = 'letter-keys'
const TYPING = 'input, textarea, select, [contenteditable="true"]'

/**
 * Returns whether shortcuts without Ctrl are enabled; they are until switched off on this device.
 */
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
    // Without storage they stay enabled.
  }
}

/** Returns whether a key was pressed without modifiers outside every text field. */
export const isLetterKey = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  !(event.target as Element | null)?.closest(TYPING) &&
  areLetterKeysEnabled()
