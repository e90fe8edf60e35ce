import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of a page. */
export default [index('./web/site/home.tsx'), route('*', './web/site/not-found.tsx')] satisfies RouteConfig
