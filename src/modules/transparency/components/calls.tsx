import { createModuleCalls } from '#platform/client/calls.ts'
import type { transparencyContract } from '../contract.ts'

export const transparencyCalls = createModuleCalls<typeof transparencyContract>('transparency')
