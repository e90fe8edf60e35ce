import type { Alert } from '../model.ts'

/** Returns an alert as the contract answers it. */
export const toAlertResponse = ({ id, wellSince: _, ...alert }: Alert) => ({ _id: id, ...alert })
