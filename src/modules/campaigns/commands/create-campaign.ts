import { type Day, isDay } from '#lib/dates.ts'
import { runChecks } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { Cents } from '#lib/money.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import {
  type Campaign,
  CODE_FORM,
  failures,
  findTextRefusal,
  MAX_TEXT_LENGTH,
  NAME_LIMIT,
  normalizeCode,
} from '../model.ts'
import { getCampaign } from '../queries.ts'
import type { CampaignTables } from '../tables.ts'

export type CreateCampaign = {
  code: string
  name: string
  text: string
  amount: Cents
  budget: Cents
  startsOn: Day
  endsOn: Day
}

/**
 * Creates a campaign as a draft. Throws `promises_return` (422) with the phrase, `invalid_campaign`
 * (422) with the field, `campaign_code_taken` (409).
 */
export async function createCampaign(
  app: Pick<App, 'db' | 'clock'>,
  admin: Staff,
  input: CreateCampaign,
): Promise<Campaign> {
  assertPermitted(admin, 'campaign.manage')

  const validInput = await validateCampaign(input, app.clock.today())
  const id = createId('cmp')

  return await runInTransaction(app.db, async (tx) => {
    const made = await tx
      .withTables<CampaignTables>()
      .insertInto('campaign')
      .values({
        id,
        code: validInput.code,
        name: validInput.name,
        message: validInput.text,
        amount_cents: validInput.amount,
        budget_cents: validInput.budget,
        starts_on: validInput.startsOn,
        ends_on: validInput.endsOn,
        created_by: admin.id,
        created_at: app.clock.now(),
        published_by: null,
        published_at: null,
        ended_by: null,
        ended_at: null,
        ended_because: null,
      })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw failures.codeTaken()

    await record(tx, app.clock.now(), admin, 'campaign.created', id, validInput)

    return await getCampaign(tx, id)
  })
}

/** Returns the trimmed input. Throws one error with every field that is wrong. */
async function validateCampaign(input: CreateCampaign, today: Day): Promise<CreateCampaign> {
  const [code, name, text] = [normalizeCode(input.code), input.name.trim(), input.text.trim()]
  const { amount, budget, startsOn, endsOn } = input
  const wrong: [field: string, is: boolean, message: string][] = [
    ['code', !CODE_FORM.test(code), 'The code must have 2 to 40 letters, digits and hyphens.'],
    [
      'name',
      !name || name.length > NAME_LIMIT,
      `The name must have 1 to ${NAME_LIMIT} characters.`,
    ],
    [
      'text',
      !text || text.length > MAX_TEXT_LENGTH,
      `The text must have 1 to ${MAX_TEXT_LENGTH} characters.`,
    ],
    ['amount', amount <= 0n, 'The amount must be above zero.'],
    ['budget', budget < amount, 'The budget must cover at least one claim.'],
    ['startsOn', !isDay(startsOn) || startsOn <= today, 'The first day must be tomorrow or later.'],
    ['endsOn', !isDay(endsOn) || endsOn < startsOn, "The last day can't be before the first day."],
  ]

  const facts = wrong.map(([field, is, message]) => () => {
    if (is) throw failures.invalid(message, field)
  })
  await runChecks(...facts, () => {
    const refusal = findTextRefusal({ name, text })
    if (refusal) throw refusal
  })

  return { code, name, text, amount, budget, startsOn, endsOn }
}
