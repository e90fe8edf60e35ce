import { createModuleCalls } from '#platform/client/calls.ts'
import type { complianceContract } from '../contract.ts'

export const complianceCalls = createModuleCalls<typeof complianceContract>('compliance')

type Screening = Awaited<ReturnType<typeof complianceCalls.cases.call>>['data']

/** A member who resembles a listed party. */
export type CaseLine = Screening['cases'][number]

/** A loaded version of an official list. */
export type ListLine = Screening['lists'][number]
