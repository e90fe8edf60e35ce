const PAGES = new Map([
  ['/1', '/'],
  ['/company1', '/company'],
  ['/career1', '/career'],
  ['/contact1', '/contact'],
])
const STAFF = /^\/(admin-login|admin-forgot-password|admin-dashboard)1(\/.*)?$/

/**
 * Finds the permanent new address of an old one with a 1 behind its first part; null for any other.
 */
export function findRedirect(path: string): string | null {
  const page = PAGES.get(path)
  if (page) return page
  const staff = STAFF.exec(path)
  return staff ? `/${staff[1]}${staff[2] ?? ''}` : null
}
