import { accountHandlers } from './api/account.ts'
import { approvalKeyHandlers } from './api/approval-keys.ts'
import { calls } from './api/calls.ts'
import {
  logInHandlers,
  passkeyLogInHandlers,
  secondStepHandlers,
  staffLogInHandlers,
} from './api/log-in.ts'
import { memberAccessHandlers } from './api/member-access.ts'
import { passwordHandlers, staffPasswordHandlers, staffResetHandlers } from './api/password.ts'
import { profileHandlers } from './api/profile.ts'
import { buildSecurityHandlers } from './api/security.ts'
import { sessionHandlers } from './api/session.ts'
import { signUpHandlers } from './api/sign-up.ts'
import type { Admin, Member } from './model.ts'

export { resolveSession } from './api/request-sessions.ts'

declare module '#platform/http/http.ts' {
  interface Callers {
    member: Member
    admin: Admin
  }
}

export const identityApi = calls.router({
  ...signUpHandlers,
  ...logInHandlers,
  ...passwordHandlers,
  ...profileHandlers,
  ...accountHandlers,
  ...staffLogInHandlers,
  ...staffResetHandlers,
  ...staffPasswordHandlers,
  ...sessionHandlers,
  ...secondStepHandlers,
  ...passkeyLogInHandlers,
  memberSecurity: buildSecurityHandlers(calls.memberSecurity, (context) => context.member()),
  staffSecurity: buildSecurityHandlers(calls.staffSecurity, (context) => context.admin()),
  ...approvalKeyHandlers,
  ...memberAccessHandlers,
})
