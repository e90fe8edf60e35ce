import { callsOf } from '#platform/client/calls.ts'
import type { identityContract } from '../contract.ts'

export const identityCalls = callsOf<typeof identityContract>('identity')
