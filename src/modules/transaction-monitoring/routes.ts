import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Below /admin-dashboard: transactions that a monitoring rule found. */
export const transactionMonitoringAdminRoutes: RouteConfigEntry[] = [
  route('monitoring', 'modules/transaction-monitoring/screens/admin/monitoring.tsx'),
]
