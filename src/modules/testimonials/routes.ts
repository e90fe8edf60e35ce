import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Below /admin-dashboard: members' testimonials. */
export const testimonialAdminRoutes: RouteConfigEntry[] = [
  route('testimonials', 'modules/testimonials/screens/admin/testimonials.tsx'),
]
