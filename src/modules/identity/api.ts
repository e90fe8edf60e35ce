// Long because it implements every call about sign-in and accounts; each is a few lines.
import { setTimeout as pause } from 'node:timers/promises'
import { DomainError } from '#lib/errors.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { createToken } from '#platform/auth/secrets.ts'
import type { PasskeyAnswer } from '#platform/auth/webauthn.ts'
import { formatExpiredCookie, formatSessionCookie, readCookie } from '#platform/http/cookies.ts'
import { type CallContext, implementCalls, type ResolveSession } from '#platform/http/http.ts'
import { limit } from '#platform/http/limit.ts'
import { addPasskey } from './commands/add-passkey.ts'
import { beginAuthenticator } from './commands/begin-authenticator.ts'
import { beginPasskey } from './commands/begin-passkey.ts'
import { cancelEmailChange } from './commands/cancel-email-change.ts'
import { challengePasskey } from './commands/challenge-passkey.ts'
import { changeEmail } from './commands/change-email.ts'
import { changePassword } from './commands/change-password.ts'
import { confirmAuthenticator } from './commands/confirm-authenticator.ts'
import { confirmEmail } from './commands/confirm-email.ts'
import { endMemberSessions } from './commands/end-member-sessions.ts'
import { endOtherSessions } from './commands/end-other-sessions.ts'
import { endSession } from './commands/end-session.ts'
import { finishLogin } from './commands/finish-login.ts'
import { giveAccountBack } from './commands/give-account-back.ts'
import { giveConsent } from './commands/give-consent.ts'
import { logInAdmin } from './commands/log-in-admin.ts'
import { logInByPasskey } from './commands/log-in-by-passkey.ts'
import { logInMember } from './commands/log-in-member.ts'
import { logOut } from './commands/log-out.ts'
import { removeAuthenticator } from './commands/remove-authenticator.ts'
import { removePasskey } from './commands/remove-passkey.ts'
import { renamePasskey } from './commands/rename-passkey.ts'
import { renewRecoveryCodes } from './commands/renew-recovery-codes.ts'
import { reportCompromise } from './commands/report-compromise.ts'
import { requestAdminReset } from './commands/request-admin-reset.ts'
import { requestEmailChange } from './commands/request-email-change.ts'
import { requestReset } from './commands/request-reset.ts'
import { resetFactor } from './commands/reset-factor.ts'
import { resetPassword } from './commands/reset-password.ts'
import { resumeSession } from './commands/resume-session.ts'
import { sendNewCode } from './commands/send-new-code.ts'
import { signUp } from './commands/sign-up.ts'
import { stepUpSession } from './commands/step-up-session.ts'
import { updateProfile } from './commands/update-profile.ts'
import { verifyEmail } from './commands/verify-email.ts'
import { identityContract } from './contract.ts'
import {
  type Admin,
  buildConsentStatements,
  buildVisitor,
  formatConsentVersion,
  getCookieName,
  LIMITS,
  type Member,
  type Person,
  SESSION_SPANS,
  type SessionIdentity,
  type Visitor,
} from './model.ts'
import { assessPassword } from './queries/password-rules.ts'
import { getProfile } from './queries/profile.ts'
import {
  getFactorsView,
  getMemberFactorsView,
  listSessionViews,
  listSignInViews,
} from './queries/security.ts'
import {
  assertRecentAuth,
  assertRecentFactor,
  assertRecentStaffAuth,
  findAwaited,
  findSessionIdentity,
  listConsents,
  listMissingConsents,
} from './queries.ts'
import type { OpenedSession } from './steps/open-session.ts'
import type { RenewedToken } from './steps/renew-token.ts'

declare module '#platform/http/http.ts' {
  interface Callers {
    member: Member
    admin: Admin
  }
}

type Kind = 'member' | 'admin'

const calls = implementCalls(identityContract)

/** Returns the device token that the browser received at its first sign-in. */
const readVisitor = ({ app, request }: CallContext, sessionMode?: string) => {
  const deviceCookie = readCookie(request.headers, getCookieName('device', app.config.PUBLIC_URL))
  const device =
    sessionMode === 'cookie' ? (deviceCookie?.slice(0, 100) ?? createToken()) : undefined
  return buildVisitor(request.ip, request.userAgent, device)
}

const readSessionCookie = (app: App, headers: Headers, kind: Kind) =>
  readCookie(headers, getCookieName(kind, app.config.PUBLIC_URL)) || undefined

const readBearerToken = (headers: Headers) =>
  /^Bearer ([\w-]{1,200})$/i.exec(headers.get('authorization') ?? '')?.[1]

/**
 * Finds the session of a call: a bearer token takes precedence, else the cookie of the kind that
 * the call requires.
 */
export const resolveSession: ResolveSession = async (app, headers, requestedKind) => {
  const bearer = readBearerToken(headers)
  const token =
    bearer ??
    (requestedKind
      ? readSessionCookie(app, headers, requestedKind)
      : (readSessionCookie(app, headers, 'member') ?? readSessionCookie(app, headers, 'admin')))
  if (!token) return null

  const found = requestedKind
    ? await resumeSession(app, { token })
    : await findSessionIdentity(app.db, token, app.clock.now())
  if (!found || (!bearer && requestedKind && found.kind !== requestedKind)) return null

  const who = found.kind === 'member' ? found.member : found.admin
  const awaits = await findAwaited(app, found)

  return { id: found.session.id, via: bearer ? 'bearer' : 'cookie', who, ...(awaits && { awaits }) }
}

/**
 * Delays a response to a minimum duration, so that its timing does not reveal whether an address
 * exists.
 */
async function enforceMinDuration<Result>(
  ms: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const [result] = await Promise.allSettled([work(), pause(ms)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}

const SIGN_UP_MS = 500
const MAIL_MS = 250

const DEVICE_KNOWN_MS = 365 * 86_400_000

const nameAndSecure = ({ config }: App, kind: Kind | 'device') =>
  [getCookieName(kind, config.PUBLIC_URL), config.PUBLIC_URL.startsWith('https:')] as const

/**
 * Returns the session token to the caller: to a browser in an HttpOnly cookie, to a program in the
 * body.
 */
async function sendSessionToken(
  context: CallContext,
  kind: Kind,
  opened: { token: string; remembered: boolean; device?: string | undefined },
  sessionMode?: string,
) {
  if (sessionMode !== 'cookie') return { token: opened.token }

  const before = readSessionCookie(context.app, context.request.headers, kind)
  if (before) await logOut(context.app, { token: before, because: 'replaced' })

  const [name, secure] = nameAndSecure(context.app, kind)
  const span = opened.remembered ? { maxAgeMs: SESSION_SPANS.remembered.longestMs } : {}
  context.reply.append('set-cookie', formatSessionCookie(name, opened.token, { secure, ...span }))

  const [known] = nameAndSecure(context.app, 'device')
  const deviceCookieOptions = { secure, maxAgeMs: DEVICE_KNOWN_MS }

  if (opened.device)
    context.reply.append(
      'set-cookie',
      formatSessionCookie(known, opened.device, deviceCookieOptions),
    )

  return {}
}

/** Returns the renewed token of a session in the way that the previous one was sent. */
function sendRenewedToken({ app, session, reply }: CallContext, kind: Kind, renewed: RenewedToken) {
  if (session?.via !== 'cookie') return { token: renewed.token }

  const [name, secure] = nameAndSecure(app, kind)
  const left = renewed.endsAt.getTime() - app.clock.now().getTime()
  const span = renewed.remembered ? { maxAgeMs: left } : {}

  reply.append('set-cookie', formatSessionCookie(name, renewed.token, { secure, ...span }))
  return {}
}

type Entering = { kind: Kind; session?: 'cookie' | 'token' | undefined }

/** Returns the response to a completed sign-in: the message with the token or the cookie. */
async function completeLogin(
  context: CallContext,
  { kind, session: sessionType }: Entering,
  open: (from: Visitor) => Promise<OpenedSession>,
) {
  const from = readVisitor(context, sessionType)
  const { token, session } = await open(from)
  const opened = { token, remembered: session.remembered, device: from.device }
  const data = await sendSessionToken(context, kind, opened, sessionType)
  return { message: 'Logged in successfully', data }
}

const toMemberResponse = <Answer extends { message: string }>(answer: Answer) => ({
  ...answer,
  status: answer.message,
  ststus: answer.message,
})
const toAdminResponse = <Answer extends { data: { token?: string } }>(answer: Answer) => ({
  ...answer,
  ...answer.data,
})

const toFactorProof = (input: {
  code?: string | undefined
  recovery_code?: string | undefined
  passkey?: PasskeyAnswer | undefined
}) => ({ code: input.code, recoveryCode: input.recovery_code, passkey: input.passkey })

async function endHere(context: CallContext, kind: Kind) {
  const { app, request, reply } = context
  const tokens = [readBearerToken(request.headers), readSessionCookie(app, request.headers, kind)]
  for (const token of tokens) if (token) await logOut(app, { token })
  reply.append('set-cookie', formatExpiredCookie(...nameAndSecure(app, kind)))
  return { message: 'You are logged out.' }
}

const toAdminInfo = (admin: Admin) => ({
  _id: admin.id,
  first_name: admin.firstName,
  last_name: admin.lastName,
  email: admin.email,
  role: admin.role,
})

const toMemberInfo = (member: Member) => ({
  _id: member.id,
  first_name: member.firstName,
  last_name: member.lastName,
  email: member.email,
  status: member.status,
  suspended_reason: member.suspendedReason,
  review_on: member.reviewOn,
})

async function listRequestSessions({ app, request }: CallContext): Promise<SessionIdentity[]> {
  const { headers } = request
  const tokens = [
    readBearerToken(headers),
    readSessionCookie(app, headers, 'member'),
    readSessionCookie(app, headers, 'admin'),
  ]

  const found = tokens.map((token) =>
    token ? findSessionIdentity(app.db, token, app.clock.now()) : null,
  )
  return (await Promise.all(found)).filter((signedIn) => signedIn !== null)
}

/** Requires a recent authentication before a change to a staff member's sign-in methods. */
async function requireRecentStaffAuth({ app, session }: CallContext) {
  if (session) await assertRecentStaffAuth(app, session)
}

const LOG_IN_AT = { member: '/login', admin: '/admin-login' } as const

const RESET_SENT =
  'If this address has an account, a link to set a new password is on its way to it.'

// Long because it is a list: one entry per call, none with more than three statements.
/** Returns the handlers of the sign-in and security calls, the same for members and staff. */
function buildSecurityHandlers(
  own: typeof calls.memberSecurity,
  who: (context: CallContext) => Person,
) {
  const toSecurityContext = (context: CallContext) => ({
    app: context.app,
    person: who(context),
    sessionId: context.session?.id ?? '',
  })

  const requireRecentAuth = async (context: CallContext) => {
    await assertRecentAuth(context.app, context.session)
    return toSecurityContext(context)
  }

  return {
    factors: own.factors.handler(async ({ context }) => {
      const { app, person } = toSecurityContext(context)
      return { message: 'Second factor', data: await getFactorsView(app, person) }
    }),
    sessions: own.sessions.handler(async ({ context }) => {
      const { app, person, sessionId } = toSecurityContext(context)
      return { message: 'Sessions', data: await listSessionViews(app, person.id, sessionId) }
    }),
    endSession: own.endSession.handler(async ({ context, input }) => {
      const { app, person } = await requireRecentAuth(context)
      await endSession(app, person, input.id)
      return { message: 'The session was ended.' }
    }),
    endOthers: own.endOthers.handler(async ({ context }) => {
      const { app, person, sessionId } = await requireRecentAuth(context)
      await endOtherSessions(app, person, sessionId)
      return { message: 'All your other sessions were ended.' }
    }),
    signIns: own.signIns.handler(async ({ context }) => {
      const { app, person } = toSecurityContext(context)
      return { message: 'Sign-ins', data: await listSignInViews(app, person.id) }
    }),
    beginAuthenticator: own.beginAuthenticator.handler(async ({ context }) => {
      const { app, person } = await requireRecentAuth(context)
      return { message: 'Add it to your app.', data: await beginAuthenticator(app, person) }
    }),
    confirmAuthenticator: own.confirmAuthenticator.handler(async ({ context, input }) => {
      const { app, person, sessionId } = await requireRecentAuth(context)
      const codes = await confirmAuthenticator(app, person, { code: input.code, sessionId })
      return { message: 'The authenticator app is on.', data: { codes } }
    }),
    removeAuthenticator: own.removeAuthenticator.handler(async ({ context }) => {
      const { app, person } = await requireRecentAuth(context)
      await removeAuthenticator(app, person)
      return { message: 'The authenticator app is off.' }
    }),
    renewCodes: own.renewCodes.handler(async ({ context }) => {
      const { app, person } = await requireRecentAuth(context)
      return {
        message: 'New recovery codes',
        data: { codes: await renewRecoveryCodes(app, person) },
      }
    }),
    beginPasskey: own.beginPasskey.handler(async ({ context }) => {
      const { app, person, sessionId } = await requireRecentAuth(context)
      return {
        message: 'Make a passkey.',
        data: { ...(await beginPasskey(app, person, sessionId)) },
      }
    }),
    addPasskey: own.addPasskey.handler(async ({ context, input }) => {
      const { app, person, sessionId } = await requireRecentAuth(context)
      const codes = await addPasskey(app, person, { ...input, sessionId })
      return { message: 'The passkey was added.', data: { codes } }
    }),
    renamePasskey: own.renamePasskey.handler(async ({ context, input }) => {
      const { app, person } = toSecurityContext(context)
      await renamePasskey(app, person, input)
      return { message: 'The passkey was renamed.' }
    }),
    removePasskey: own.removePasskey.handler(async ({ context, input }) => {
      const { app, person } = await requireRecentAuth(context)
      await removePasskey(app, person, input.id)
      return { message: 'The passkey was removed.' }
    }),
    challenge: own.challenge.handler(async ({ context }) => {
      const { app, person, sessionId } = toSecurityContext(context)
      const challengeRequest = { personId: person.id, sessionId }
      const { options } = await challengePasskey(app, readVisitor(context), challengeRequest)
      return { message: 'Use your passkey.', data: { ...options } }
    }),
    stepUp: own.stepUp.handler(async ({ context, input }) => {
      const { app, person, sessionId } = toSecurityContext(context)
      const shown = { password: input.password, ...toFactorProof(input) }
      const data = sendRenewedToken(
        context,
        person.kind,
        await stepUpSession(app, person, sessionId, shown),
      )
      return { message: 'Confirmed for five minutes.', data }
    }),
  }
}

export const identityApi = calls.router({
  signUpTerms: calls.signUpTerms.handler(async ({ context: { app } }) => {
    const legal = await getSetting(app.db, app.config, 'legal')
    const { signUps } = await getSetting(app.db, app.config, 'pauses')
    const data = {
      consentVersion: formatConsentVersion(legal),
      statements: buildConsentStatements(legal),
      paused: signUps?.reason ?? null,
    }

    return { message: 'What a new member agrees to.', data }
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

    return { message: 'Check your e-mail: we have sent you a message with what to do next.' }
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
    return { message: 'If this address waits to be verified, a new code is on its way to it.' }
  }),
  logIn: calls.logIn.handler(async ({ context, input }) => {
    const by = { kind: 'member', session: input.session } as const
    return toMemberResponse(
      await completeLogin(context, by, (from) => logInMember(context.app, from, input)),
    )
  }),
  logOut: calls.logOut.handler(({ context }) => endHere(context, 'member')),
  forgotPassword: calls.forgotPassword.handler(async ({ context, input }) => {
    await enforceMinDuration(MAIL_MS, () => requestReset(context.app, readVisitor(context), input))
    return { message: RESET_SENT }
  }),
  resetPassword: calls.resetPassword.handler(async ({ context, input }) => {
    const kind = await resetPassword(context.app, readVisitor(context), {
      token: input.id,
      password: input.password,
    })
    return { message: 'Password reset successfully', data: { logInAt: LOG_IN_AT[kind] } }
  }),
  changePassword: calls.changePassword.handler(async ({ context, input }) => {
    const currentPassword = input.current_password ?? input.old_password
    if (currentPassword === undefined)
      throw new DomainError(
        'validation',
        400,
        'Please enter your current password.',
        'current_password',
      )

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
    return { message: 'Password', data: assessPassword(input.new_password, member()) }
  }),
  profile: calls.profile.handler(async ({ context: { app, member } }) => ({
    message: 'Profile',
    data: await getProfile(app, member().id),
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

    return { message: 'Profile saved.', data: await getProfile(app, id) }
  }),
  requestEmailChange: calls.requestEmailChange.handler(async ({ context, input }) => {
    const { app, member, session } = context
    await assertRecentFactor(app, session)
    await enforceMinDuration(MAIL_MS, () => requestEmailChange(app, member(), input))
    return {
      message: 'Open the link in the mail to the new address to use it. It works for 30 minutes.',
    }
  }),
  cancelEmailChange: calls.cancelEmailChange.handler(async ({ context: { app, member } }) => {
    await cancelEmailChange(app, member())
    return { message: 'Your address stays as it is.' }
  }),
  changeEmail: calls.changeEmail.handler(async ({ context, input }) => {
    await changeEmail(context.app, readVisitor(context), input)
    return { message: 'Your e-mail address was changed.' }
  }),
  reportCompromise: calls.reportCompromise.handler(async ({ context, input }) => {
    const { kind, restored } = await reportCompromise(context.app, readVisitor(context), input)
    const data = { restored, logInAt: LOG_IN_AT[kind] }
    return {
      message: 'All sessions were ended, and sign-in is blocked until you have set a new password.',
      data,
    }
  }),
  consents: calls.consents.handler(async ({ context: { app, member } }) => {
    const legal = await getSetting(app.db, app.config, 'legal')
    const missing = await listMissingConsents(app.db, app.config, member().id)
    const consents = await listConsents(app.db, member().id)
    return {
      message: 'Consents',
      data: { consentVersion: formatConsentVersion(legal), missing, accepted: consents },
    }
  }),
  giveConsent: calls.giveConsent.handler(async ({ context: { app, member }, input }) => {
    await giveConsent(app, member(), { version: input.consentVersion })
    return { message: 'Thank you. Your consent is stored with your account.' }
  }),
  adminLogIn: calls.adminLogIn.handler(async ({ context, input }) => {
    const by = { kind: 'admin', session: input.session } as const
    return toAdminResponse(
      await completeLogin(context, by, (from) => logInAdmin(context.app, from, input)),
    )
  }),
  adminLogOut: calls.adminLogOut.handler(({ context }) => endHere(context, 'admin')),
  adminForgotPassword: calls.adminForgotPassword.handler(async ({ context, input }) => {
    await enforceMinDuration(MAIL_MS, () =>
      requestAdminReset(context.app, readVisitor(context), input),
    )
    return { message: RESET_SENT }
  }),
  admin: calls.admin.handler(({ context }) => ({
    message: 'Signed in.',
    data: toAdminInfo(context.admin()),
  })),
  session: calls.session.handler(async ({ context }) => {
    const held = await listRequestSessions(context)
    const member = held.find((signedIn) => signedIn.kind === 'member')
    const admin = held.find((signedIn) => signedIn.kind === 'admin')
    const data = {
      now: context.app.clock.now(),
      member: member
        ? {
            ...toMemberInfo(member.member),
            idleUntil: member.session.idleUntil,
            endsAt: member.session.endsAt,
          }
        : null,
      admin: admin
        ? {
            ...toAdminInfo(admin.admin),
            idleUntil: admin.session.idleUntil,
            endsAt: admin.session.endsAt,
          }
        : null,
    }

    return { message: held.length > 0 ? 'Signed in.' : 'No session is open.', data }
  }),
  finishLogIn: calls.finishLogIn.handler(async ({ context, input }) => {
    const by = { kind: 'member', session: input.session } as const
    const shown = { ...by, mfaChallenge: input.mfaChallenge, ...toFactorProof(input) }
    return toMemberResponse(
      await completeLogin(context, by, (from) => finishLogin(context.app, from, shown)),
    )
  }),
  finishAdminLogIn: calls.finishAdminLogIn.handler(async ({ context, input }) => {
    const by = { kind: 'admin', session: input.session } as const
    const shown = { ...by, mfaChallenge: input.mfaChallenge, ...toFactorProof(input) }
    return toAdminResponse(
      await completeLogin(context, by, (from) => finishLogin(context.app, from, shown)),
    )
  }),
  logInByPasskey: calls.logInByPasskey.handler(async ({ context, input }) => {
    const by = { kind: 'member', session: input.session } as const
    return toMemberResponse(
      await completeLogin(context, by, (from) =>
        logInByPasskey(context.app, from, { ...input, ...by }),
      ),
    )
  }),
  adminLogInByPasskey: calls.adminLogInByPasskey.handler(async ({ context, input }) => {
    const by = { kind: 'admin', session: input.session } as const
    return toAdminResponse(
      await completeLogin(context, by, (from) =>
        logInByPasskey(context.app, from, { ...input, ...by }),
      ),
    )
  }),
  challengePasskey: calls.challengePasskey.handler(async ({ context, input }) => {
    const challengeRequest = input.mfaChallenge
      ? { mfaChallenge: input.mfaChallenge }
      : { visit: true as const }
    const { token: mfaChallenge, options } = await challengePasskey(
      context.app,
      readVisitor(context),
      challengeRequest,
    )
    return {
      message: 'Use your passkey.',
      data: { mfaChallenge, options: { ...options } },
    }
  }),
  memberSecurity: buildSecurityHandlers(calls.memberSecurity, (context) => context.member()),
  staffSecurity: buildSecurityHandlers(calls.staffSecurity, (context) => context.admin()),
  memberFactors: calls.memberFactors.handler(async ({ context, input }) => ({
    message: "The member's second factor",
    data: await getMemberFactorsView(context.app, input.id),
  })),
  resetFactor: calls.resetFactor.handler(async ({ context, input: { id: memberId, reason } }) => {
    await requireRecentStaffAuth(context)
    const waits = await resetFactor(context.app, context.admin(), { memberId, reason })
    if (waits) return { status: 202 as const, body: { message: 'Waiting for approval' } }
    return { status: 200 as const, body: { message: 'The second factor was reset.' } }
  }),
  endMemberSessions: calls.endMemberSessions.handler(async ({ context, input }) => {
    await requireRecentStaffAuth(context)
    await endMemberSessions(context.app, context.admin(), input.id)
    return { message: 'All their sessions were ended.' }
  }),
  giveAccountBack: calls.giveAccountBack.handler(
    async ({ context, input: { id: memberId, ...rest } }) => {
      await requireRecentStaffAuth(context)

      const waits = await giveAccountBack(context.app, context.admin(), { memberId, ...rest })
      if (waits) return { status: 202 as const, body: { message: 'Waiting for approval' } }

      return {
        status: 200 as const,
        body: { message: 'A link to a new password is on its way to them.' },
      }
    },
  ),
})
