/** The roles of the operator's staff, from the fewest permissions to the most. */
export const ROLES = ['viewer', 'support', 'finance', 'owner'] as const
export type Role = (typeof ROLES)[number]
