import { type RouteConfigEntry, route } from '@react-router/dev/routes'

const buildScreenPath = (name: string) => `./modules/identity/screens/public/${name}.tsx`

/** The sign-in routes of members and staff; the sign-up route belongs to referrals. */
export const identityRoutes: RouteConfigEntry[] = [
  route('verify', buildScreenPath('verify')),
  route('confirm/:token', buildScreenPath('confirm-email')),
  route('confirm-email/:token', buildScreenPath('confirm-new-email')),
  route('not-me/:token', buildScreenPath('not-me')),
  route('login', buildScreenPath('log-in')),
  route('forgot-password', buildScreenPath('forgot-password')),
  route('reset-password/:id', buildScreenPath('reset-password')),
  route('password-reset', buildScreenPath('password-reset')),
  route('account-closed', buildScreenPath('account-closed')),
  route('admin-login', buildScreenPath('admin-log-in')),
  route('admin-forgot-password', buildScreenPath('admin-forgot-password')),
]

/** The routes below /dashboard about a member's sign-in. */
export const identityMemberRoutes: RouteConfigEntry[] = [
  route('update-password', 'modules/identity/screens/member/update-password.tsx'),
  route('password-changed', 'modules/identity/screens/member/password-changed.tsx'),
  route('security', 'modules/identity/screens/member/security.tsx'),
]

/** The routes below /admin-dashboard about the staff's sign-in. */
export const identityAdminRoutes: RouteConfigEntry[] = [
  route('security', 'modules/identity/screens/admin/security.tsx'),
]
