/** Roles of the operator's staff, from least to most. */
export const ROLES = ['viewer', 'support', 'finance', 'owner'] as const
export type Role = (typeof ROLES)[number]
