import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { identityRoutes } from './modules/identity/routes.ts'

/** Every address of a page. */
export default [
  index('./web/site/home.tsx'),
  ...identityRoutes,
  route('*', './web/site/not-found.tsx'),
] satisfies RouteConfig
