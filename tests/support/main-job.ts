import { setTimeout as pause } from 'node:timers/promises'
import { createProofPicture } from '#modules/deposits/testing.ts'
import { buildDepositForm, callServer, findSmallestPlan, type Quote } from './call-server.ts'

const PASSWORD = 'four unrelated words here'
const SAMPLE_PASSWORD = 'open-books-2026'
/** The checksummed sample address of EIP-55. */
const WALLET = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const CREDITED = 2_500
const WITHDRAWN = 400

/** Signs a member up at a sandbox, whose mails the sandbox shows, and returns their session. */
export async function registerMember(url: string, email: string): Promise<string> {
  const { consentVersion } = await callServer(url, 'GET', '/api/user/terms')
  await callServer(url, 'POST', '/api/user', {
    body: {
      firstName: 'Iris',
      lastName: 'Okafor',
      email,
      phoneNumber: '+234 803 123 4568',
      country: 'NG',
      password: PASSWORD,
      consentVersion,
    },
  })

  const verifyCode = await readCode(url, email)
  await callServer(url, 'PATCH', '/api/user/verify', { body: { email, verifyCode } })

  return await signIn(url, email)
}

export const signIn = async (url: string, email: string): Promise<string> =>
  (await callServer(url, 'POST', '/api/user/login', { body: { email, password: PASSWORD } })).token

/** The worker sends the mail a moment later. */
async function readCode(url: string, email: string): Promise<number> {
  for (;;) {
    const [mail] = await callServer(url, 'GET', `/dev/mailbox.json?to=${encodeURIComponent(email)}`)
    const code = /\b[1-9]\d{5}\b/.exec(mail?.text ?? '')?.[0]
    if (code) return Number(code)
    await pause(200)
  }
}

const signInStaff = async (url: string): Promise<string> => {
  const body = { email: 'ruth@example.com', password: SAMPLE_PASSWORD }
  return (await callServer(url, 'POST', '/api/admin/login', { body })).token
}

/** Deposits as a member with a proof, and confirms it as staff. Returns the deposit's id. */
export async function depositAndConfirm(url: string, token: string): Promise<string> {
  const plan = await findSmallestPlan(url)
  const quote: Quote = await callServer(url, 'POST', '/api/deposit/quote', {
    token,
    body: { selected_plan: plan._id, amount: String(CREDITED), payment_method: 'USDT' },
  })

  const proof = Uint8Array.from(await createProofPicture())
  const form = buildDepositForm(quote, plan, proof)
  await callServer(url, 'POST', '/api/deposit', { token, body: form, key: `quote-${quote._id}` })

  const staff = await signInStaff(url)
  await callServer(url, 'POST', `/api/transactions/${quote._id}/confirm`, {
    token: staff,
    body: {},
    key: `confirm-${quote._id}`,
  })

  return quote._id
}

/** Withdraws as a member; staff approves and marks it as paid. Returns the withdrawal's id. */
export async function withdrawAndPay(url: string, token: string): Promise<string> {
  const { _id: id } = await callServer(url, 'POST', '/api/withdraw', {
    token,
    body: {
      amount: String(WITHDRAWN),
      payment_channel: 'USDT',
      wallet_address: WALLET,
      source: 'balance',
    },
    key: 'withdraw-1',
  })

  const staff = await signInStaff(url)
  const decide = (path: string, body: object) =>
    callServer(url, 'POST', `/api/admin/withdrawals/${id}/${path}`, {
      token: staff,
      body,
      key: `${path}-${id}`,
    })
  await decide('approve', { addressReviewed: true })
  await decide('paid', { txid: `0x${'ab'.repeat(32)}` })

  return id
}
