import { adminSelf, member } from '#platform/http/contract.ts'
import { accountCalls } from './contract/account.ts'
import { approvalKeyCalls } from './contract/approval-keys.ts'
import { logInCalls, secondStepCalls, staffLogInCalls } from './contract/log-in.ts'
import { memberAccessCalls } from './contract/member-access.ts'
import { passkeyLogInCalls } from './contract/passkey-log-in.ts'
import { passwordCalls, staffPasswordCalls } from './contract/password.ts'
import { profileCalls } from './contract/profile.ts'
import { buildSecurityContract } from './contract/security.ts'
import { sessionCalls } from './contract/session.ts'
import { signUpCalls } from './contract/sign-up.ts'

export const identityContract = {
  ...signUpCalls,
  ...logInCalls,
  ...passwordCalls,
  ...profileCalls,
  ...accountCalls,
  ...staffLogInCalls,
  ...staffPasswordCalls,
  ...sessionCalls,
  ...secondStepCalls,
  ...passkeyLogInCalls,
  memberSecurity: buildSecurityContract(member, '/user/security'),
  staffSecurity: buildSecurityContract(adminSelf, '/admin/security'),
  ...approvalKeyCalls,
  ...memberAccessCalls,
}
