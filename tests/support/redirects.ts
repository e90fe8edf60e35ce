const EVIL = 'evil.example'

/** Ways to write another site where a page of ours is expected. */
export const OTHER_SITES: readonly string[] = [
  '//',
  '///',
  '////',
  '/\\',
  '\\\\',
  '\\/',
  '/\\/',
  '/\\\\',
  '\\',
  '/ /',
  '/\t/',
  '/\n/',
  '/\r/',
  '/\0/',
  'http://',
  'https://',
  'http:/',
  'https:/',
  'http:',
  'https:',
  'HTTPS://',
  'hTtP:\\\\',
  'ftp://',
  'ws://',
  ' //',
  '\t//',
  '\n//',
  '\r\n//',
  '\0//',
  '\u00a0//',
  '\u2028//',
  '\ufeff//',
  '\u3000//',
  './/',
  '..//',
  '/./\\',
  '/../\\',
  '/.//..//\\',
  '//\t',
  '//\n',
  '/%09/',
  '/%0a/',
  '/%0d/',
  '/%5c',
  '/%2f',
  '/%2f%2f',
  '//user@',
  '//user:pass@',
  'https://candor.example@',
  'https://candor.example.',
  '//candor.example@',
  'javascript:alert(1)//',
  'JaVaScRiPt:alert(1)//',
  'java\tscript:alert(1)//',
  ' javascript:alert(1)//',
  'data:text/html,',
  'vbscript:',
  'blob:https://',
  'file://',
  'about:blank#',
  'view-source:https://',
  'mailto:',
  '//[::1]@',
  '//127.0.0.1@',
  '/\u2215',
  '//\u2044',
  '\u2215\u2215',
  '//ev\u0131l.',
  '//\uff0f',
  '\uff0f\uff0f',
].map((before) => `${before}${EVIL}`)

/** Addresses of our own whose redirect, if there is one, could be bent to another site. */
export const BENT_PATHS: readonly string[] = [
  ...[
    'admin-login1',
    'admin-forgot-password1',
    'admin-dashboard1',
    'dashboard',
    'admin-dashboard',
  ].flatMap((page) =>
    [
      '//evil.example',
      '/%2fevil.example',
      '/%5cevil.example',
      '/\\evil.example',
      '/@evil.example',
      '/..//evil.example',
    ].map((rest) => `/${page}${rest}`),
  ),
  ...['/1', '/company1', '/career1', '/contact1', '/ABCDEFGH'].flatMap((page) =>
    [
      '//evil.example',
      '/%2f%2fevil.example',
      '?next=//evil.example',
      '/..//evil.example',
      '%0d%0aLocation:%20//evil.example',
    ].map((rest) => `${page}${rest}`),
  ),
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/%5cevil.example',
  '/%2fevil.example',
  '/.//evil.example',
  '//evil.example/',
  '//evil.example/..',
  '//evil.example/%2f..',
  '/%2f/evil.example',
  '/%2e%2e//evil.example',
  ...['/login', '/admin-login', '/signup', '/dashboard', '/admin-dashboard', '/logout'].flatMap(
    (page) =>
      ['next', 'url', 'redirect', 'callbackURL', 'return_to'].map(
        (name) => `${page}?${name}=https://evil.example/`,
      ),
  ),
]

/** Whether a person who follows it from one of our pages stays on this site. */
export function staysHere(address: string, from = 'https://candor.example/login'): boolean {
  try {
    return new URL(address, from).origin === new URL(from).origin
  } catch {
    return false
  }
}
