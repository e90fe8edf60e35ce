import { parseAmount } from '../../src/lib/money.ts'
import { createProofPicture } from '../../src/modules/deposits/testing.ts'
import { createCalls, RefusedCall } from './client.ts'
import { passGate, verifyIdentity } from './eligibility.ts'
import type { Environment } from './environment.ts'
import { createPassword, logInMember } from './people.ts'
import { contributeCapital, reconcile } from './reconciliation.ts'
import type { Team } from './set-up.ts'
import { type Steps, waitFor } from './steps.ts'

const TERM_DAYS = 30
const DEPOSIT = '2500'
const INCOME = '50'
const WITHDRAWAL = '400'
/** How long a new withdrawal address waits, in hours. */
const ADDRESS_HOLD = 25
const DEPTH = 6
/** How often the worker settles, if the income came while it was busy. */
const SETTLE_MINUTES = 10

type Walk = {
  steps: Steps
  environment: Environment
  team: Team
  /** A new session of the member; an earlier one may have expired as time passed. */
  logIn: () => ReturnType<typeof logInMember>
}

/** Walks the main job of a member and of the staff, over HTTPS alone. */
export async function walkMainJob(steps: Steps, environment: Environment, team: Team) {
  steps.heading('A plan and a member')
  const plan = await publishPlan(steps, team)
  const logIn = await signUp(steps, environment)
  const walk = { steps, environment, team, logIn }

  steps.heading('Verification and eligibility')
  await steps.run('a deposit before that is refused', () => assertRefused(walk, plan.offer))
  await verifyIdentity(walk, 'basic')
  await passGate(walk)

  steps.heading('A deposit')
  await deposit(walk, plan.offer)

  steps.heading(`${TERM_DAYS} days later: income, and the return of the member`)
  await environment.advance((TERM_DAYS + 1) * 24)
  await recordIncome(walk, plan.id)

  steps.heading('A withdrawal')
  await verifyIdentity(walk, 'full')
  await contributeCapital(walk)
  const batchId = await withdraw(walk)

  steps.heading('The books')
  await reconcile(walk, batchId, INCOME)
}

async function publishPlan(steps: Steps, team: Team) {
  return await steps.run('one owner proposes a plan, the other publishes it', async () => {
    const vera = await team.vera()
    const { data: proposed } = await vera.plans.propose({
      family: 'real_estate',
      name: 'REHEARSAL',
      minAmount: '1000',
      maxAmount: '10000',
      percentage: '2%',
      termDays: TERM_DAYS,
      liquidity: 'Principal can be withdrawn at any time.',
      fees: 'None on deposit.',
      basis: 'Rent of a property that does not exist.',
      risk: 'You could lose all the money you invest.',
    })
    const omar = await team.omar()
    const { data: offered } = await omar.plans.publish({ id: proposed._id })
    return { id: proposed.plan, offer: offered._id }
  })
}

async function signUp(steps: Steps, { connection, mail }: Environment): Promise<Walk['logIn']> {
  const email = 'iris@rehearsal.example'
  const password = createPassword()

  await steps.run('sign-up, with the code from an email over STARTTLS', async () => {
    const { identity } = createCalls(connection)
    const { data: terms } = await identity.signUpTerms()
    await identity.signUp({
      firstName: 'Iris',
      lastName: 'Okafor',
      email,
      phoneNumber: '+234 803 123 4568',
      country: 'NG',
      password,
      consentVersion: terms.consentVersion,
    })
    const code = await mail.find(email, /\b[1-9]\d{5}\b/)
    await identity.verify({ email, verifyCode: Number(code) })

    const unencrypted = mail.received.filter(({ encrypted }) => !encrypted)
    if (unencrypted.length > 0) throw new Error('A mail came without TLS.')
  })

  return () => logInMember(connection, { email, password })
}

async function assertRefused({ logIn }: Walk, offer: string) {
  const iris = await logIn()
  const quote = { selected_plan: offer, amount: DEPOSIT, payment_method: 'BITCOIN' }
  const answer = await iris.deposits.quote(quote).catch((error) => error)
  if (!(answer instanceof RefusedCall)) throw new Error('The deposit was accepted.')
  return answer.code
}

async function deposit({ steps, environment, team, logIn }: Walk, offer: string) {
  const { bitcoin, mine } = environment.chains
  const quote = await steps.run('the member gets an address of the owner’s key', async () => {
    const iris = await logIn()
    const { data } = await iris.deposits.quote({
      selected_plan: offer,
      amount: DEPOSIT,
      payment_method: 'BITCOIN',
    })
    const own = environment.chains.wallet.addressAt(0)
    if (data.address !== own) throw new Error(`${data.address} is not ${own}`)
    return data
  })
  await steps.run('the member pays it on the chain, and the site shows it', async () => {
    await bitcoin.pay([quote.address, parseAmount(quote.coinAmount, 'BTC') ?? 0n])
    const iris = await logIn()
    await waitFor('the payment is seen', async () => {
      const { data } = await iris.deposits.get({ id: quote._id })
      return (data.evidence?.payments.length ?? 0) > 0
    })
  })
  await steps.run('it is confirmed by blocks, and staff confirm it on that evidence', async () => {
    await mine(DEPTH)
    const { deposits } = await team.omar()
    const review = await waitFor('the chain is evidence enough', async () => {
      const { data } = await deposits.review({ id: quote._id })
      const isEnough = data.evidence?.state === 'confirmed' && !data.secondAdmin
      return isEnough ? data : null
    })
    const { credited = '' } = review.effects ?? {}
    await deposits.confirm({ id: quote._id, credited: String(credited) })
    return `$${credited} credited`
  })
}

async function recordIncome({ steps, environment, team, logIn }: Walk, planId: string) {
  await steps.run(
    'one owner records the plan’s income with its evidence, the other approves',
    async () => {
      const today = environment.clock.now().toISOString().slice(0, 10)
      const vera = await team.vera()
      await vera.plans.proposeIncome({
        id: planId,
        currency: 'USD',
        amount: INCOME,
        bankReference: 'REHEARSAL RENT 1',
        period_from: today,
        period_to: today,
        source: 'Rent of a property that does not exist',
        evidence: new File([Uint8Array.from(await createProofPicture())], 'statement.png'),
      })
      await team.approveNewest()
    },
  )
  await steps.run('the member’s return is paid out of it', async () => {
    await environment.advanceToMinute(SETTLE_MINUTES)
    const iris = await logIn()
    return await waitFor('the return is paid', async () => {
      const { data } = await iris.portfolio.user()
      const paid = String(data.total_balance)
      return Number(paid) > 0 && `$${paid} paid`
    })
  })
}

async function withdraw({ steps, environment, team, logIn }: Walk) {
  const { chains } = environment
  const address = chains.bitcoin.faucet.address
  await steps.run('the member saves a withdrawal address', async () => {
    const iris = await logIn()
    await iris.withdrawals.saveWallets({ bitcoin: address, ethereum: '', usdt: '' })
  })
  await environment.advance(ADDRESS_HOLD)
  const id = await steps.run(`${ADDRESS_HOLD} hours later the member withdraws`, async () => {
    const iris = await logIn()
    const { data } = await iris.withdrawals.request({
      amount: WITHDRAWAL,
      payment_channel: 'BITCOIN',
      wallet_address: address,
      source: 'balance',
    })
    return data._id
  })
  await steps.run('staff approve it', async () => {
    const { withdrawals } = await team.vera()
    const { status } = await withdrawals.approve({ id, addressReviewed: true })
    if (status === 202) await team.approveNewest()
    return status === 202 ? 'two admins' : 'one admin'
  })
  return await payBatch({ steps, environment, team, logIn }, id)
}

async function payBatch({ steps, environment, team, logIn }: Walk, id: string) {
  const { chains } = environment
  const batchId = await steps.run('staff create and export a payout batch', async () => {
    const { withdrawals } = await team.vera()
    const { data } = await withdrawals.createBatch({ method: 'BITCOIN', withdrawals: [id] })
    const { data: draft } = await withdrawals.draftBatch({ id: data._id })
    const { feeRate } = draft
    const { status } = await withdrawals.exportBatch({ id: data._id, kind: 'psbt', feeRate })
    if (status === 202) await team.approveNewest()
    return data._id
  })
  await steps.run('the wallet signs the transaction, and a provider sends it', async () => {
    const { withdrawals } = await team.vera()
    const { data } = await withdrawals.batch({ id: batchId })
    const psbt = data.transactions[0]?.bitcoin?.psbt ?? ''
    await withdrawals.storeSigned({ id: batchId, signed: chains.wallet.sign(psbt) })
    await withdrawals.sendBatch({ id: batchId })
  })
  await steps.run('blocks confirm it, and the withdrawal completes', async () => {
    await chains.mine(DEPTH)
    const iris = await logIn()
    return await waitFor('the withdrawal is completed', async () => {
      const { data } = await iris.withdrawals.get({ id })
      return data.status === 'completed' && String(data.txid)
    })
  })

  return batchId
}
