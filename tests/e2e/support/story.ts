import { type APIRequestContext, expect } from '@playwright/test'
import sharp from 'sharp'
import { SAMPLE_PASSWORD } from './house.ts'

/** A picture of one colour; another colour is another file. */
const picture = (colour: string) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: colour } })
    .png()
    .toBuffer()

type Proof = { name: string; mimeType: string; buffer: Buffer }
type Wanted = {
  family: string
  plan: string
  amount: string
  method: string
  colour?: string
  proof?: Proof
}

/** A member who acts over HTTP, so that a browser test can begin where it wants to look. */
export async function memberOverHttp(
  http: APIRequestContext,
  email: string,
  password = SAMPLE_PASSWORD,
) {
  const login = await http.post('/api/user/login', { data: { email, password } })
  const { data } = (await login.json()) as { data: { token: string } }
  const headers = () => ({
    authorization: `Bearer ${data.token}`,
    'idempotency-key': crypto.randomUUID(),
  })

  return {
    /** Asks for a quote and uploads a proof: a deposit that waits for the staff. */
    async deposit({ colour = '#264', proof, ...given }: Wanted): Promise<string> {
      const plans = (await (await http.get('/api/plans')).json()) as {
        data: { _id: string; family: string; name: string }[]
      }
      const plan =
        plans.data.find((one) => one.family === given.family && one.name === given.plan)?._id ?? ''
      const wanted = { selected_plan: plan, amount: given.amount, payment_method: given.method }
      const quote = await http.post('/api/deposit/quote', { headers: headers(), data: wanted })
      const { _id } = ((await quote.json()) as { data: { _id: string } }).data
      const payment_proof = proof ?? {
        name: 'proof.png',
        mimeType: 'image/png',
        buffer: await picture(colour),
      }

      const sent = await http.post('/api/deposit', {
        headers: headers(),
        multipart: { ...wanted, _id, payment_proof },
      })
      expect(sent.status(), await sent.text()).toBe(200)

      return _id
    },
    /** Asks for a withdrawal of the balance. */
    async withdraw(given: { amount: string; method: string; address: string }): Promise<string> {
      const data = {
        amount: given.amount,
        payment_channel: given.method,
        wallet_address: given.address,
      }

      const asked = await http.post('/api/withdraw', { headers: headers(), data })
      expect(asked.status(), await asked.text()).toBe(200)

      return ((await asked.json()) as { data: { _id: string } }).data._id
    },
  }
}
