// Long because it lists every call about sign-in and accounts; each is a few lines.
import { z } from 'zod'
import { ROLES } from '#lib/roles.ts'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, adminSelf, anyone, member } from '#platform/http/contract.ts'
import {
  buildApprovalResponse,
  buildEnvelope,
  day,
  instant,
  messageOnly,
} from '#platform/http/schemas.ts'
import { EMAIL_MAX, MEMBER_STATUSES, NAME_MAX } from './model.ts'

const tags = ['Sign-up and sessions']
const PRINTABLE = /^\P{Cc}*$/u

const name = (what: string) =>
  z
    .string()
    .trim()
    .min(1, `Please enter your ${what}.`)
    .max(NAME_MAX, `A ${what} has at most ${NAME_MAX} characters.`)
    .regex(PRINTABLE, `A ${what} is one line of text.`)

const email = z
  .string()
  .trim()
  .max(EMAIL_MAX, 'Please enter a valid e-mail address.')
  .pipe(z.email('Please enter a valid e-mail address.'))
/**
 * The command checks the length and returns the message; the contract only rejects absurd sizes.
 */
const password = z
  .string()
  .min(1, 'Please enter your password.')
  .max(1024, 'A password has at most 128 characters.')
const token = z.string().max(200)
const asCookie = z.enum(['cookie', 'token']).optional()

const verifyCode = z
  .union([z.number(), z.string().max(20).trim()])
  .transform(Number)
  .pipe(
    z.number().int().min(100_000, 'A code has six digits.').max(999_999, 'A code has six digits.'),
  )

const memberInfo = z.object({
  _id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  status: z.enum(MEMBER_STATUSES),
  suspended_reason: z.string().nullable(),
  review_on: day.nullable(),
  /** When the session ends unless it is used before, and its latest end. */
  idleUntil: instant,
  endsAt: instant,
})

const adminInfo = z.object({
  _id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
})

const way = z.enum(['passkey', 'code', 'recovery-code'])
const id = z.string().max(60)

/** The answer of a browser to a passkey challenge; the command verifies it. */
const passkey = z.object({
  id: z.string().max(1_400),
  rawId: z.string().max(1_400),
  type: z.literal('public-key'),
  response: z.record(
    z.string().max(40),
    z.union([z.string().max(20_000), z.array(z.string().max(40)).max(20), z.number()]),
  ),
  clientExtensionResults: z.record(z.string().max(40), z.unknown()).default({}),
})
const shown = {
  code: z.string().trim().max(20).optional(),
  recovery_code: z.string().trim().max(40).optional(),
  passkey: passkey.optional(),
}
const forBrowser = z
  .record(z.string(), z.unknown())
  .meta({ description: 'as navigator.credentials takes it' })
const codes = z.array(z.string()).meta({ description: 'recovery codes: returned only once' })
const device = {
  device: z.string(),
  near: z.string().meta({ description: 'the address without its last part' }),
}

const factors = z.object({
  authenticatorSince: instant.nullable(),
  recoveryCodesLeft: z.int(),
  passkeys: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      addedAt: instant,
      usedAt: instant.nullable(),
      backedUp: z.boolean(),
      copied: z.boolean().meta({ description: 'a copy of it was detected: it is disabled' }),
    }),
  ),
  ways: z
    .array(way)
    .meta({ description: 'the methods of a recent authentication; none: the password' }),
  required: z.boolean().meta({ description: 'whether the last one cannot be removed' }),
})

/**
 * Returns the contract of the sign-in and security calls, the same for members and staff.
 * Long because it is a list: one entry per call.
 */
const buildSecurityContract = (by: typeof member, at: `/${string}`) => {
  const call = (method: 'GET' | 'POST' | 'PATCH', path: string, summary: string) =>
    by.route({ method, path: `${at}${path}`, summary, tags: ['Security'] })
  return {
    factors: call('GET', '', 'My second factor and passkeys').output(buildEnvelope(factors)),
    sessions: call('GET', '/sessions', 'My open sessions').output(
      buildEnvelope(
        z.array(
          z.object({
            _id: z.string(),
            ...device,
            createdAt: instant,
            lastUsedAt: instant,
            current: z.boolean(),
          }),
        ),
      ),
    ),
    endSession: call('POST', '/sessions/{id}/end', 'End one of my sessions')
      .input(z.object({ id }))
      .output(messageOnly),
    endOthers: call('POST', '/sessions/end-others', 'End all my sessions but this one').output(
      messageOnly,
    ),
    signIns: call('GET', '/sign-ins', 'My latest sign-in attempts, successful and failed').output(
      buildEnvelope(
        z.array(
          z.object({
            _id: z.string(),
            ...device,
            at: instant,
            outcome: z.enum(['good', 'wrong-password', 'wrong-factor']),
            by: z.enum(['password', 'code', 'recovery-code', 'passkey']),
          }),
        ),
      ),
    ),
    beginAuthenticator: call(
      'POST',
      '/authenticator',
      'Start setting up an authenticator app',
    ).output(buildEnvelope(z.object({ secret: z.string(), uri: z.string() }))),
    confirmAuthenticator: call('POST', '/authenticator/confirm', 'Turn it on with one of its codes')
      .input(z.object({ code: z.string().trim().max(20) }))
      .output(buildEnvelope(z.object({ codes: codes.nullable() }))),
    removeAuthenticator: call(
      'POST',
      '/authenticator/remove',
      'Turn the authenticator app off',
    ).output(messageOnly),
    renewCodes: call('POST', '/recovery-codes', 'Make ten new recovery codes').output(
      buildEnvelope(z.object({ codes })),
    ),
    beginPasskey: call('POST', '/passkeys/options', 'Start adding a passkey').output(
      buildEnvelope(forBrowser),
    ),
    addPasskey: call('POST', '/passkeys', 'Add the passkey that the browser created')
      .input(z.object({ name: z.string().max(200), passkey }))
      .output(buildEnvelope(z.object({ codes: codes.nullable() }))),
    renamePasskey: call('PATCH', '/passkeys/{id}', 'Rename a passkey')
      .input(z.object({ id, name: z.string().max(200) }))
      .output(messageOnly),
    removePasskey: call('POST', '/passkeys/{id}/remove', 'Remove a passkey')
      .input(z.object({ id }))
      .output(messageOnly),
    challenge: call(
      'POST',
      '/step-up/options',
      'Request a passkey challenge for this session',
    ).output(buildEnvelope(forBrowser)),
    stepUp: call(
      'POST',
      '/step-up',
      'Authenticate again, for five minutes; the session continues under a new token, the ' +
        'old one ends',
    )
      .input(z.object({ password: password.optional(), ...shown }))
      .output(buildEnvelope(z.object({ token: z.string().optional() }))),
  }
}

const SECOND_STEP =
  'A right password of a person with a second factor is answered with 401, code ' +
  '`second_factor_needed`, an `mfaChallenge` and the `ways`; the challenge works once, for five ' +
  'minutes.'
const memberIn = z.object({
  message: z.string(),
  status: z.string(),
  ststus: z.string(),
  data: z.object({ token: z.string().optional() }),
})
const adminIn = z.object({
  message: z.string(),
  token: z.string().optional(),
  data: z.object({ token: z.string().optional() }),
})
const finishing = z.object({ mfaChallenge: token, ...shown, session: asCookie })
const statement = z.object({
  document: z.string(),
  version: z.string(),
  path: z.string(),
  statement: z.string(),
})

/** Accepted as sent; the command validates it and names the field of an error. */
const profileText = z.string().max(200).optional()

const incentives = z.object({ referral: z.boolean(), campaigns: z.boolean() })

const profile = z.object({
  _id: z.string(),
  version: z.int().meta({ description: 'send it with a change: it must be unchanged' }),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  country: z.string(),
  status: z.enum(MEMBER_STATUSES),
  createdAt: instant,
  emailChange: z
    .object({ email: z.string(), expiresAt: instant })
    .nullable()
    .meta({ description: 'requested and not confirmed' }),
  withdrawalsFrozenUntil: instant.nullable(),
  incentives: incentives.extend({
    elsewhere: z
      .object({
        referral: z.array(z.string()).nullable(),
        campaigns: z.array(z.string()).nullable(),
      })
      .meta({ description: 'the countries where each is on; null is everywhere' }),
  }),
})

export const identityContract = {
  signUpTerms: anyone
    .route({ method: 'GET', path: '/user/terms', summary: 'What a new member agrees to', tags })
    .output(
      buildEnvelope(
        z.object({
          consentVersion: z.string(),
          statements: z.array(statement),
          /** The reason why sign-ups are paused; null while they are open. */
          paused: z.string().nullable(),
        }),
      ),
    ),
  signUp: anyone
    .route({ method: 'POST', path: '/user', summary: 'Sign up', tags })
    .input(
      z.object({
        firstName: name('first name'),
        lastName: name('last name'),
        email,
        phoneNumber: z.string().trim().min(1, 'Please enter your phone number.').max(40),
        country: z.string().trim().toUpperCase().length(2, 'Choose your country.'),
        password,
        referralCode: z.string().trim().max(20).nullish(),
        campaign: z.string().trim().max(80).regex(PRINTABLE).nullish().or(z.literal('')),
        consentVersion: z
          .string({ error: 'Please read and accept the terms and the risk disclosure.' })
          .min(1, 'Please read and accept the terms and the risk disclosure.')
          .max(80),
      }),
    )
    .output(messageOnly),
  verify: anyone
    .route({
      method: 'PATCH',
      path: '/user/verify',
      summary: 'Verify an e-mail address by its code',
      tags,
    })
    .input(z.object({ verifyCode, email }))
    .output(messageOnly),
  confirm: anyone
    .route({
      method: 'POST',
      path: '/confirm/{token}',
      summary: 'Verify an e-mail address by its link',
      tags,
    })
    .input(z.object({ token }))
    .output(messageOnly),
  newCode: anyone
    .route({
      method: 'POST',
      path: '/user/new-code',
      summary: 'Send a new verification code',
      tags,
    })
    .input(z.object({ email }))
    .output(messageOnly),
  logIn: anyone
    .route({
      method: 'POST',
      path: '/user/login',
      summary: 'Log in as a member',
      tags,
      description: `${SECOND_STEP} Finish by POST /user/login/second-factor.`,
    })
    .input(z.object({ email, password, rememberMe: z.boolean().optional(), session: asCookie }))
    .output(memberIn),
  logOut: anyone
    .route({ method: 'POST', path: '/user/logout', summary: "End the member's session", tags })
    .output(messageOnly),
  forgotPassword: anyone
    .route({
      method: 'POST',
      path: '/user/forget-pass',
      summary: 'Ask for a link to a new password',
      tags,
    })
    .input(z.object({ email }))
    .output(messageOnly),
  resetPassword: anyone
    .route({
      method: 'POST',
      path: '/user/change/{id}',
      summary: 'Set a new password by the link',
      tags,
    })
    .input(z.object({ id: token, password }))
    .output(buildEnvelope(z.object({ logInAt: z.enum(['/login', '/admin-login']) }))),
  changePassword: member
    .route({ method: 'PATCH', path: '/user/pass', summary: 'Change the password', tags })
    .input(
      z.object({
        current_password: password.optional(),
        old_password: password.optional(),
        new_password: password,
        confirm_password: z.string().max(1024).optional(),
      }),
    )
    .output(messageOnly),
  checkPassword: member
    .route({
      method: 'POST',
      path: '/user/pass/check',
      summary: 'Whether a new password would be taken',
      tags,
    })
    .input(z.object({ new_password: z.string().max(1024) }))
    .output(
      buildEnvelope(
        z.object({
          verdict: z.enum(['short', 'long', 'common', 'fair', 'strong']),
          text: z.string(),
        }),
      ),
    ),
  profile: member
    .route({ method: 'GET', path: '/user/profile', summary: 'Who I am, as I can change it', tags })
    .output(buildEnvelope(profile)),
  updateProfile: member
    .route({
      method: 'PATCH',
      path: '/user/profile',
      summary: 'Change my name, phone or country',
      tags,
    })
    .input(
      z.object({
        version: z.coerce.number().int().min(1),
        first_name: profileText,
        last_name: profileText,
        phone_number: profileText,
        country: profileText,
      }),
    )
    .output(buildEnvelope(profile)),
  requestEmailChange: member
    .route({
      method: 'POST',
      path: '/user/email',
      summary: 'Ask to use another e-mail address',
      tags,
    })
    .input(z.object({ email, password }))
    .output(messageOnly),
  cancelEmailChange: member
    .route({
      method: 'DELETE',
      path: '/user/email',
      summary: 'Cancel a change of address',
      tags,
    })
    .output(messageOnly),
  changeEmail: anyone
    .route({
      method: 'POST',
      path: '/user/email/{token}',
      summary: 'Confirm a new address by its link',
      tags,
    })
    .input(z.object({ token }))
    .output(messageOnly),
  reportCompromise: anyone
    .route({
      method: 'POST',
      path: '/not-me/{token}',
      summary: 'Report a compromised account',
      tags,
    })
    .input(z.object({ token }))
    .output(
      buildEnvelope(
        z.object({ restored: z.boolean(), logInAt: z.enum(['/login', '/admin-login']) }),
      ),
    ),
  consents: member
    .route({
      method: 'GET',
      path: '/user/consents',
      summary: 'My consents, and the missing ones',
      tags,
    })
    .output(
      buildEnvelope(
        z.object({
          consentVersion: z.string(),
          missing: z.array(statement),
          accepted: z.array(
            z.object({
              document: z.string(),
              version: z.string(),
              statement: z.string(),
              shownAt: instant,
            }),
          ),
        }),
      ),
    ),
  giveConsent: member
    .route({ method: 'POST', path: '/user/consents', summary: 'Agree to the current texts', tags })
    .input(
      z.object({
        consentVersion: z
          .string()
          .min(1, 'Please tick every box that you agree to, or choose Not now.')
          .max(80),
      }),
    )
    .output(messageOnly),
  adminLogIn: anyone
    .route({
      method: 'POST',
      path: '/admin/login',
      summary: 'Log in as staff',
      tags,
      description: `${SECOND_STEP} Finish by POST /admin/login/second-factor.`,
    })
    .input(z.object({ email, password, session: asCookie }))
    .output(adminIn),
  adminLogOut: anyone
    .route({ method: 'POST', path: '/admin/logout', summary: "End the staff's session", tags })
    .output(messageOnly),
  adminForgotPassword: anyone
    .route({
      method: 'POST',
      path: '/admin/forget-pass',
      summary: 'Ask for a link to a new password',
      tags,
    })
    .input(z.object({ email }))
    .output(messageOnly),
  admin: admin()
    .route({ method: 'GET', path: '/admin', summary: 'The signed-in staff member', tags })
    .output(buildEnvelope(adminInfo)),
  session: anyone
    .route({
      method: 'GET',
      path: '/session',
      summary: 'The people signed in with this browser; reading it extends no session',
      tags,
    })
    .output(
      buildEnvelope(
        z.object({
          /** The server's time, as the start of a countdown: a device's clock may be wrong. */
          now: instant,
          member: memberInfo.nullable(),
          admin: adminInfo.extend({ idleUntil: instant, endsAt: instant }).nullable(),
        }),
      ),
    ),
  finishLogIn: anyone
    .route({ method: 'POST', path: '/user/login/second-factor', summary: 'Finish a log-in', tags })
    .input(finishing)
    .output(memberIn),
  finishAdminLogIn: anyone
    .route({ method: 'POST', path: '/admin/login/second-factor', summary: 'Finish a log-in', tags })
    .input(finishing)
    .output(adminIn),
  logInByPasskey: anyone
    .route({
      method: 'POST',
      path: '/user/login/passkey',
      summary: 'Log in by a passkey alone',
      tags,
    })
    .input(
      z.object({
        mfaChallenge: token,
        passkey,
        rememberMe: z.boolean().optional(),
        session: asCookie,
      }),
    )
    .output(memberIn),
  adminLogInByPasskey: anyone
    .route({
      method: 'POST',
      path: '/admin/login/passkey',
      summary: 'Log in by a passkey alone',
      tags,
    })
    .input(z.object({ mfaChallenge: token, passkey, session: asCookie }))
    .output(adminIn),
  challengePasskey: anyone
    .route({
      method: 'POST',
      path: '/passkey-options',
      summary: 'The options for using a passkey',
      tags,
      description:
        'With the challenge of a started sign-in, or without one to log in by the ' +
        'passkey alone.',
    })
    .input(z.object({ mfaChallenge: token.optional() }))
    .output(buildEnvelope(z.object({ mfaChallenge: z.string(), options: forBrowser }))),
  memberSecurity: buildSecurityContract(member, '/user/security'),
  staffSecurity: buildSecurityContract(adminSelf, '/admin/security'),
  memberFactors: admin()
    .route({
      method: 'GET',
      path: '/admin/users/{id}/security',
      tags,
      summary: "A member's second factor",
    })
    .input(z.object({ id }))
    .output(
      buildEnvelope(
        z.object({
          ...factors.pick({ authenticatorSince: true, recoveryCodesLeft: true }).shape,
          passkeys: z.int(),
          frozenUntil: instant.nullable(),
          reset: z
            .object({ _id: z.string(), by: z.string(), at: instant })
            .nullable()
            .meta({ description: 'the proposal waiting for a second admin' }),
          disputed: z
            .boolean()
            .meta({ description: 'reported stolen, and the address could not be taken back' }),
          givingBack: z
            .object({ _id: z.string(), by: z.string(), at: instant })
            .nullable()
            .meta({ description: 'the proposal to restore it, waiting for a second admin' }),
        }),
      ),
    ),
  resetFactor: admin(...getPermittedRoles('member.reset-factor'))
    .route({
      method: 'POST',
      path: '/admin/users/{id}/reset-factor',
      outputStructure: 'detailed',
      tags,
      summary: "Remove a member's second factors, or propose it",
    })
    .input(z.object({ id, reason: z.string().max(1_000).default('') }))
    .output(buildApprovalResponse(messageOnly)),
  endMemberSessions: admin(...getPermittedRoles('member.edit'))
    .route({
      method: 'POST',
      path: '/admin/users/{id}/end-sessions',
      tags,
      summary: 'End all sessions of a member',
    })
    .input(z.object({ id }))
    .output(messageOnly),
  giveAccountBack: admin(...getPermittedRoles('member.restore-access'))
    .route({
      method: 'POST',
      path: '/admin/users/{id}/give-back',
      outputStructure: 'detailed',
      tags,
      summary: 'Restore a compromised account at another address, or propose it',
    })
    .input(z.object({ id, email, reason: z.string().max(1_000).default('') }))
    .output(buildApprovalResponse(messageOnly)),
}
