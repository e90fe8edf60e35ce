import { callsOf } from '#platform/client/calls.ts'
import type { marketContract } from '../contract.ts'

export const marketCalls = callsOf<typeof marketContract>('market')
