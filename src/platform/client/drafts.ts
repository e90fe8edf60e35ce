const PREFIX = 'draft:'

/**
 * What somebody has put into a form and not sent yet, for this tab alone: it survives a reload and
 * a log-in in between.
 */
export function saveDraft(name: string, draft: object | null) {
  try {
    if (draft) sessionStorage.setItem(PREFIX + name, JSON.stringify(draft))
    else sessionStorage.removeItem(PREFIX + name)
  } catch {
    // a browser that stores nothing still has the form
  }
}

/**
 * What was kept under a name, field by field as text or as a list of texts; what can't be read is
 * nothing.
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

/**
 * Drafts belong to who is signed in: somebody else at the same browser finds none. Called before a
 * form reads one.
 */
export function claimDrafts(who: string) {
  try {
    if (sessionStorage.getItem(OWNER) === who) return
    clearDrafts()
    sessionStorage.setItem(OWNER, who)
  } catch {
    // nothing was kept
  }
}

/** Leaves nothing behind, for who sits at this browser next. */
export function clearDrafts() {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // nothing was kept
  }
}
