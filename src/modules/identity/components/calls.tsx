import { createModuleCalls } from '#platform/client/calls.ts'
import type { identityContract } from '../contract.ts'

export const identityCalls = createModuleCalls<typeof identityContract>('identity')
