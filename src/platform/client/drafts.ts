const PREFIX = 'draft:'

/** Stores the unsent input of a form for this tab: it survives a reload and a log-in. */
export function saveDraft(name: string, draft: object | null) {
  try {
    if (draft) sessionStorage.setItem(PREFIX + name, JSON.stringify(draft))
    else sessionStorage.removeItem(PREFIX + name)
  } catch {
    // a browser that stores nothing still has the form
  }
}

/**
 * Returns the draft of a name, by field as text or a list of texts; unreadable entries are ignored.
 */
export function findDraft(name: string): Record<string, unknown> {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? '{}')
    return typeof draft === 'object' && draft !== null ? (draft as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const OWNER = 'drafts-of'

/** Deletes the drafts of another account. Called before a form reads a draft. */
export function claimDrafts(who: string) {
  try {
    if (sessionStorage.getItem(OWNER) === who) return
    clearDrafts()
    sessionStorage.setItem(OWNER, who)
  } catch {
    // nothing was kept
  }
}

/** Deletes all drafts, so that the next person at this browser doesn't see them. */
export function clearDrafts() {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // nothing was kept
  }
}
