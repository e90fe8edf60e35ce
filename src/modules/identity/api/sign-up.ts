import { getSetting } from '#modules/settings/queries.ts'
import { confirmEmail } from '../commands/confirm-email.ts'
import { sendNewCode } from '../commands/send-new-code.ts'
import { signUp } from '../commands/sign-up.ts'
import { verifyEmail } from '../commands/verify-email.ts'
import { buildConsentStatements, formatConsentVersion } from '../model.ts'
import { calls } from './calls.ts'
import { enforceMinDuration, MAIL_MS, SIGN_UP_MS } from './min-duration.ts'
import { readVisitor } from './request-sessions.ts'

/** Signing up and verifying an e-mail address. */
export const signUpHandlers = {
  signUpTerms: calls.signUpTerms.handler(async ({ context: { app } }) => {
    const legal = await getSetting(app.db, app.config, 'legal')
    const { signUps } = await getSetting(app.db, app.config, 'pauses')
    const data = {
      consentVersion: formatConsentVersion(legal),
      statements: buildConsentStatements(legal),
      paused: signUps?.reason ?? null,
    }

    return { message: 'Sign-up terms', data }
  }),
  signUp: calls.signUp.handler(async ({ context, input }) => {
    const { referralCode, campaign, ...rest } = input
    const signUpInput = {
      ...rest,
      referralCode: referralCode ?? undefined,
      campaign: campaign ?? undefined,
    }

    await enforceMinDuration(SIGN_UP_MS, () =>
      signUp(context.app, readVisitor(context), signUpInput),
    )

    return { message: 'Check your email. We’ve sent you the next steps.' }
  }),
  verify: calls.verify.handler(async ({ context, input }) => {
    await verifyEmail(context.app, readVisitor(context), input)
    return { message: 'Account verified successfully!' }
  }),
  confirm: calls.confirm.handler(async ({ context, input }) => {
    await confirmEmail(context.app, readVisitor(context), input)
    return { message: 'Account verified successfully!' }
  }),
  newCode: calls.newCode.handler(async ({ context, input }) => {
    await enforceMinDuration(MAIL_MS, () => sendNewCode(context.app, readVisitor(context), input))
    return { message: 'If this email address needs verifying, we’ve sent a new code to it.' }
  }),
}
