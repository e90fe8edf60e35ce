import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** The sign-up page, which shows an invited person the reward. */
export const affiliatePublicRoutes: RouteConfigEntry[] = [
  route('signup', './modules/affiliates/screens/public/sign-up.tsx'),
]

/** Below /dashboard: whom the member has invited. */
export const affiliateMemberRoutes: RouteConfigEntry[] = [
  route('affiliate', 'modules/affiliates/screens/member/affiliate.tsx'),
]

const getScreenPath = (name: string) => `modules/affiliates/screens/admin/${name}.tsx`

/**
 * Below /admin-dashboard: campaigns, what they and referrals are rewarded with, and the money for
 * it.
 */
export const affiliateAdminRoutes: RouteConfigEntry[] = [
  route('campaigns', getScreenPath('campaigns')),
  route('campaigns/new', getScreenPath('new-campaign')),
]
