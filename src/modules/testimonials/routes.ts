import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Below /admin-dashboard: what members say in public. */
export const testimonialAdminRoutes: RouteConfigEntry[] = [
  route('testimonials', 'modules/testimonials/screens/admin/testimonials.tsx'),
]
