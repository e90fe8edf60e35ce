import { identityCalls } from './calls.tsx'

export type Kind = 'member' | 'admin'

/** Returns the security calls of a member or a staff member. */
export const getSecurityCalls = (kind: Kind) =>
  kind === 'member' ? identityCalls.memberSecurity : identityCalls.staffSecurity

type Calls = typeof identityCalls.memberSecurity
export type MyFactors = Awaited<ReturnType<Calls['factors']['call']>>['data']
export type MySession = Awaited<ReturnType<Calls['sessions']['call']>>['data'][number]
export type MySignInAttempt = Awaited<ReturnType<Calls['signIns']['call']>>['data'][number]
export type Way = MyFactors['ways'][number]
