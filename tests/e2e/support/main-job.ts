import { type APIRequestContext, expect } from '@playwright/test'
import sharp from 'sharp'
import { SAMPLE_PASSWORD } from './sandbox.ts'

/** Creates a picture of one colour; another colour gives another file. */
const picture = (colour: string) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: colour } })
    .png()
    .toBuffer()

type Proof = { name: string; mimeType: string; buffer: Buffer }
type QuoteParams = { family: string; plan: string; amount: string; method: string }
type DepositParams = QuoteParams & { colour?: string; proof?: Proof }

/** Signs a member in over HTTP, so that a browser test can start at its own subject. */
export async function signInOverHttp(
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

  const quote = async ({ family, plan, amount, method }: QuoteParams) => {
    const plans = (await (await http.get('/api/plans')).json()) as {
      data: { _id: string; family: string; name: string }[]
    }
    const found = plans.data.find((one) => one.family === family && one.name === plan)
    const terms = { selected_plan: found?._id ?? '', amount, payment_method: method }
    const quoted = await http.post('/api/deposit/quote', { headers: headers(), data: terms })
    expect(quoted.status(), await quoted.text()).toBe(200)

    const { _id } = ((await quoted.json()) as { data: { _id: string } }).data
    return { ...terms, _id }
  }

  return {
    /** Requests a quote, and returns its id. */
    quote: async (params: QuoteParams): Promise<string> => (await quote(params))._id,
    /** Requests a quote and uploads a proof: a deposit that waits for the staff. Returns its id. */
    async deposit({ colour = '#264', proof, ...params }: DepositParams): Promise<string> {
      const terms = await quote(params)
      const payment_proof = proof ?? {
        name: 'proof.png',
        mimeType: 'image/png',
        buffer: await picture(colour),
      }

      const sent = await http.post('/api/deposit', {
        headers: headers(),
        multipart: { ...terms, payment_proof },
      })
      expect(sent.status(), await sent.text()).toBe(200)

      return terms._id
    },
    /** Requests a withdrawal of the balance. Returns its id. */
    async withdraw(params: { amount: string; method: string; address: string }): Promise<string> {
      const data = {
        amount: params.amount,
        payment_channel: params.method,
        wallet_address: params.address,
      }

      const response = await http.post('/api/withdraw', { headers: headers(), data })
      expect(response.status(), await response.text()).toBe(200)

      return ((await response.json()) as { data: { _id: string } }).data._id
    },
  }
}
