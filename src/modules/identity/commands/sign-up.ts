import { createId } from '#lib/ids.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { limit, toCallSource } from '#platform/http/limit.ts'
import { generateReferralCode, LIMITS, toRecipient, type Visitor } from '../model.ts'
import { findMemberByEmail, getMember } from '../queries.ts'
import { sendCode } from '../steps/send-code.ts'
import { setPassword } from '../steps/set-password.ts'
import { storeConsents } from '../steps/store-consents.ts'
import { type SignUp, validateSignUpInput } from '../steps/validate-sign-up.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Creates an unverified member with their consents and mails a code. If the address exists, changes
 * nothing and mails its owner; response and work are the same, so that the caller cannot
 * distinguish the two.
 */
export async function signUp(app: App, from: Visitor, input: SignUp): Promise<void> {
  await limit(app, 'sign-up-from', toCallSource(from.address), LIMITS.signUpFrom)

  const facts = await validateSignUpInput(app, input)
  await limit(app, 'sign-up', facts.email, LIMITS.signUp)

  const passwordHash = await hashPassword(input.password)
  // counts towards the limit of new codes
  await limit(app, 'new-code', facts.email, LIMITS.newCode).catch(() => {})
  await runInTransaction(app.db, async (tx) => {
    const memberId = await insertMember(tx, app, facts)
    if (!memberId) return await notifyOwner(tx, app, facts.email)

    await setPassword(tx, memberId, passwordHash, app.clock.now())
    await storeConsents(tx, app, memberId, null)

    const member = await getMember(tx, memberId)
    await sendCode(tx, app, member)
    await record(tx, app.clock.now(), member, 'member.signed-up', memberId)
  })
}

type Facts = Awaited<ReturnType<typeof validateSignUpInput>>

async function insertMember(tx: Tx, app: App, facts: Facts): Promise<string | undefined> {
  const inserted = await tx
    .withTables<IdentityTables>()
    .insertInto('member')
    .values({
      ...facts,
      id: createId('mem'),
      referral_code: generateReferralCode(),
      status: 'unverified',
      suspended_reason: null,
      review_on: null,
      withdrawals_frozen_until: null,
      created_at: app.clock.now(),
      signed_up_on: app.clock.today(),
      verified_at: null,
      last_sign_in_at: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()

  return inserted?.id
}

async function notifyOwner(tx: Tx, app: App, email: string) {
  const owner = await findMemberByEmail(tx, email)
  if (owner)
    await notify(tx, app, toRecipient(owner), 'account-exists', {
      unverified: owner.status === 'unverified',
    })
}
