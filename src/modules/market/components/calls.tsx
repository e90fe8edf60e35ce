import { createModuleCalls } from '#platform/client/calls.ts'
import type { marketContract } from '../contract.ts'

export const marketCalls = createModuleCalls<typeof marketContract>('market')
