import { setTimeout as pause } from 'node:timers/promises'
import { DomainError } from '#lib/errors.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { type CallContext, implementCalls, type ResolveSession } from '#platform/http.ts'
import { endedCookie, readCookie, sessionCookie } from '#platform/http-cookies.ts'
import { limit } from '#platform/http-limit.ts'
import { adminLogIn } from './commands/admin-log-in.ts'
import { cancelEmailChange } from './commands/cancel-email-change.ts'
import { changeEmail } from './commands/change-email.ts'
import { changePassword } from './commands/change-password.ts'
import { confirmEmail } from './commands/confirm-email.ts'
import { giveConsent } from './commands/give-consent.ts'
import { logIn } from './commands/log-in.ts'
import { logOut } from './commands/log-out.ts'
import { raiseAlarm } from './commands/raise-alarm.ts'
import { requestAdminReset } from './commands/request-admin-reset.ts'
import { requestEmailChange } from './commands/request-email-change.ts'
import { requestReset } from './commands/request-reset.ts'
import { resetPassword } from './commands/reset-password.ts'
import { resumeSession } from './commands/resume-session.ts'
import { sendNewCode } from './commands/send-new-code.ts'
import { signUp } from './commands/sign-up.ts'
import { updateProfile } from './commands/update-profile.ts'
import { verifyEmail } from './commands/verify-email.ts'
import { identityContract } from './contract.ts'
import {
  type Admin,
  consentStatements,
  consentVersion,
  cookieName,
  LIMITS,
  type Member,
  SESSION_SPANS,
  type SignedIn,
  visitor,
} from './model.ts'
import { passwordVerdict } from './queries/password-rules.ts'
import { profileOf } from './queries/profile.ts'
import { findSignedIn, listConsents, listMissingConsents } from './queries.ts'

declare module '#platform/http.ts' {
  interface Callers {
    member: Member
    admin: Admin
  }
}

type Kind = 'member' | 'admin'

const calls = implementCalls(identityContract)

const visitorOf = ({ request }: CallContext) => visitor(request.ip, request.userAgent)

const cookieOf = (app: App, headers: Headers, kind: Kind) =>
  readCookie(headers, cookieName(kind, app.config.PUBLIC_URL)) || undefined

const bearerOf = (headers: Headers) =>
  /^Bearer ([\w-]{1,200})$/i.exec(headers.get('authorization') ?? '')?.[1]

/** Finds the session of a call: a bearer token counts alone, else the cookie of the kind that the call wants. */
export const resolveSession: ResolveSession = async (app, headers, wanted) => {
  const bearer = bearerOf(headers)
  const token =
    bearer ??
    (wanted
      ? cookieOf(app, headers, wanted)
      : (cookieOf(app, headers, 'member') ?? cookieOf(app, headers, 'admin')))
  if (!token) return null
  const found = wanted
    ? await resumeSession(app, { token })
    : await findSignedIn(app.db, token, app.clock.now())
  if (!found || (!bearer && wanted && found.kind !== wanted)) return null
  const who = found.kind === 'member' ? found.member : found.admin
  return { id: found.session.id, via: bearer ? 'bearer' : 'cookie', who }
}

/** Answers no sooner than this, so that how long the work took says nothing about whether an address is known. */
async function noSoonerThan<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const [result] = await Promise.allSettled([work(), pause(ms)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}

const SIGN_UP_MS = 500
const MAIL_MS = 250

const nameAndSecure = ({ config }: App, kind: Kind) =>
  [cookieName(kind, config.PUBLIC_URL), config.PUBLIC_URL.startsWith('https:')] as const

/** Hands the token over as asked: to a browser in a cookie that no script reads, to a program in the answer. */
async function handOver(
  context: CallContext,
  kind: Kind,
  opened: { token: string; remembered: boolean },
  asked?: string,
) {
  if (asked !== 'cookie') return { token: opened.token }
  const before = cookieOf(context.app, context.request.headers, kind)
  if (before) await logOut(context.app, { token: before, because: 'replaced' })
  const [name, secure] = nameAndSecure(context.app, kind)
  const span = opened.remembered ? { maxAgeMs: SESSION_SPANS.remembered.longestMs } : {}
  context.reply.append('set-cookie', sessionCookie(name, opened.token, { secure, ...span }))
  return {}
}

async function endHere(context: CallContext, kind: Kind) {
  const { app, request, reply } = context
  const tokens = [bearerOf(request.headers), cookieOf(app, request.headers, kind)]
  for (const token of tokens) if (token) await logOut(app, { token })
  reply.append('set-cookie', endedCookie(...nameAndSecure(app, kind)))
  return { message: 'You are logged out.' }
}

const adminInfo = (admin: Admin) => ({
  _id: admin.id,
  first_name: admin.firstName,
  last_name: admin.lastName,
  email: admin.email,
  role: admin.role,
})

const memberInfo = (member: Member) => ({
  _id: member.id,
  first_name: member.firstName,
  last_name: member.lastName,
  email: member.email,
  status: member.status,
  suspended_reason: member.suspendedReason,
  review_on: member.reviewOn,
})

async function heldBy({ app, request }: CallContext): Promise<SignedIn[]> {
  const { headers } = request
  const tokens = [bearerOf(headers), cookieOf(app, headers, 'member'), cookieOf(app, headers, 'admin')]
  const found = tokens.map((token) => (token ? findSignedIn(app.db, token, app.clock.now()) : null))
  return (await Promise.all(found)).filter((signedIn) => signedIn !== null)
}

const RESET_SENT = 'If this address has an account, a link to set a new password is on its way to it.'

export const identityApi = calls.router({
  signUpTerms: calls.signUpTerms.handler(async ({ context: { app } }) => {
    const legal = await getSetting(app.db, app.config, 'legal')
    const { signUps } = await getSetting(app.db, app.config, 'pauses')
    const data = {
      consentVersion: consentVersion(legal),
      statements: consentStatements(legal),
      paused: signUps?.reason ?? null,
    }
    return { message: 'What a new member agrees to.', data }
  }),
  signUp: calls.signUp.handler(async ({ context, input }) => {
    const { referralCode, campaign, ...rest } = input
    const given = { ...rest, referralCode: referralCode ?? undefined, campaign: campaign ?? undefined }
    await noSoonerThan(SIGN_UP_MS, () => signUp(context.app, visitorOf(context), given))
    return { message: 'Check your e-mail: we have sent you a message with what to do next.' }
  }),
  verify: calls.verify.handler(async ({ context, input }) => {
    await verifyEmail(context.app, visitorOf(context), input)
    return { message: 'Account verified successfully!' }
  }),
  confirm: calls.confirm.handler(async ({ context, input }) => {
    await confirmEmail(context.app, visitorOf(context), input)
    return { message: 'Account verified successfully!' }
  }),
  newCode: calls.newCode.handler(async ({ context, input }) => {
    await noSoonerThan(MAIL_MS, () => sendNewCode(context.app, visitorOf(context), input))
    return { message: 'If this address waits to be verified, a new code is on its way to it.' }
  }),
  logIn: calls.logIn.handler(async ({ context, input }) => {
    const { token, session } = await logIn(context.app, visitorOf(context), input)
    const data = await handOver(context, 'member', { token, remembered: session.remembered }, input.session)
    const status = 'Logged in successfully'
    return { message: status, status, ststus: status, data }
  }),
  logOut: calls.logOut.handler(({ context }) => endHere(context, 'member')),
  forgotPassword: calls.forgotPassword.handler(async ({ context, input }) => {
    await noSoonerThan(MAIL_MS, () => requestReset(context.app, visitorOf(context), input))
    return { message: RESET_SENT }
  }),
  resetPassword: calls.resetPassword.handler(async ({ context, input }) => {
    const kind = await resetPassword(context.app, visitorOf(context), {
      token: input.id,
      password: input.password,
    })
    const logInAt = kind === 'admin' ? ('/admin-login' as const) : ('/login' as const)
    return { message: 'Password reset successfully', data: { logInAt } }
  }),
  changePassword: calls.changePassword.handler(async ({ context, input }) => {
    const currentPassword = input.current_password ?? input.old_password
    if (currentPassword === undefined)
      throw new DomainError('validation', 400, 'Please enter your current password.', 'current_password')
    if (input.confirm_password !== undefined && input.confirm_password !== input.new_password)
      throw new DomainError(
        'validation',
        400,
        'New password and confirm password do not match',
        'confirm_password',
      )
    const sessionId = context.session?.id ?? ''
    const change = { currentPassword, newPassword: input.new_password, sessionId }
    await changePassword(context.app, context.member(), change)
    return { message: 'Password changed. Your other sessions were ended.' }
  }),
  checkPassword: calls.checkPassword.handler(async ({ context: { app, member }, input }) => {
    await limit(app, 'password-check', member().id, LIMITS.passwordCheck)
    return { message: 'Password', data: passwordVerdict(input.new_password, member()) }
  }),
  profile: calls.profile.handler(async ({ context: { app, member } }) => ({
    message: 'Profile',
    data: await profileOf(app, member().id),
  })),
  updateProfile: calls.updateProfile.handler(async ({ context: { app, member }, input }) => {
    const { version, first_name, last_name, phone_number, country } = input
    const { id } = await updateProfile(app, member(), {
      version,
      ...(first_name !== undefined && { firstName: first_name }),
      ...(last_name !== undefined && { lastName: last_name }),
      ...(phone_number !== undefined && { phoneNumber: phone_number }),
      ...(country !== undefined && { country }),
    })
    return { message: 'Profile saved.', data: await profileOf(app, id) }
  }),
  requestEmailChange: calls.requestEmailChange.handler(async ({ context: { app, member }, input }) => {
    await noSoonerThan(MAIL_MS, () => requestEmailChange(app, member(), input))
    return { message: 'Open the link in the mail to the new address to use it. It works for 30 minutes.' }
  }),
  cancelEmailChange: calls.cancelEmailChange.handler(async ({ context: { app, member } }) => {
    await cancelEmailChange(app, member())
    return { message: 'Your address stays as it is.' }
  }),
  changeEmail: calls.changeEmail.handler(async ({ context, input }) => {
    await changeEmail(context.app, visitorOf(context), input)
    return { message: 'Your e-mail address was changed.' }
  }),
  raiseAlarm: calls.raiseAlarm.handler(async ({ context, input }) => {
    const data = await raiseAlarm(context.app, visitorOf(context), input)
    return { message: 'All sessions were ended, and withdrawals rest for 24 hours.', data }
  }),
  consents: calls.consents.handler(async ({ context: { app, member } }) => {
    const legal = await getSetting(app.db, app.config, 'legal')
    const missing = await listMissingConsents(app.db, app.config, member().id)
    const given = await listConsents(app.db, member().id)
    return { message: 'Consents', data: { consentVersion: consentVersion(legal), missing, given } }
  }),
  giveConsent: calls.giveConsent.handler(async ({ context: { app, member }, input }) => {
    await giveConsent(app, member(), { version: input.consentVersion })
    return { message: 'Thank you. What you agreed to is kept with your account.' }
  }),
  adminLogIn: calls.adminLogIn.handler(async ({ context, input }) => {
    const { token } = await adminLogIn(context.app, visitorOf(context), input)
    const data = await handOver(context, 'admin', { token, remembered: false }, input.session)
    return { message: 'Logged in successfully', ...data, data }
  }),
  adminLogOut: calls.adminLogOut.handler(({ context }) => endHere(context, 'admin')),
  adminForgotPassword: calls.adminForgotPassword.handler(async ({ context, input }) => {
    await noSoonerThan(MAIL_MS, () => requestAdminReset(context.app, visitorOf(context), input))
    return { message: RESET_SENT }
  }),
  admin: calls.admin.handler(({ context }) => ({
    message: 'Signed in.',
    data: adminInfo(context.admin()),
  })),
  session: calls.session.handler(async ({ context }) => {
    const held = await heldBy(context)
    const member = held.find((signedIn) => signedIn.kind === 'member')
    const admin = held.find((signedIn) => signedIn.kind === 'admin')
    const data = {
      now: context.app.clock.now(),
      member: member
        ? { ...memberInfo(member.member), idleUntil: member.session.idleUntil, endsAt: member.session.endsAt }
        : null,
      admin: admin
        ? { ...adminInfo(admin.admin), idleUntil: admin.session.idleUntil, endsAt: admin.session.endsAt }
        : null,
    }
    return { message: held.length > 0 ? 'Signed in.' : 'Nobody is signed in.', data }
  }),
})
