type CallOptions = { token?: string | undefined; body?: unknown; key?: string | undefined }

/**
 * Calls the interface of a server over HTTP, and returns the answer's data. Throws unless the
 * answer is a success.
 */
export async function callServer(
  url: string,
  method: string,
  path: string,
  { token, body, key }: CallOptions = {},
) {
  const form = body instanceof FormData
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...(body && !form ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
  })

  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)

  const json = JSON.parse(text)
  return json.data ?? json
}

export type Plan = { _id: string; minAmount: number; percentage: string }
export type Quote = { _id: string; amount: number; payment_method: string; address: string }

/** Returns the offered plan with the smallest minimum. */
export async function findSmallestPlan(url: string): Promise<Plan> {
  const plans: Plan[] = await callServer(url, 'GET', '/api/plans')
  return plans.sort((a, b) => a.minAmount - b.minAmount)[0] as Plan
}

/** Returns the form that submits a quoted deposit with its proof of payment. */
export function buildDepositForm(quote: Quote, plan: Plan, proof: Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  const fields = {
    _id: quote._id,
    amount: String(quote.amount),
    payment_method: quote.payment_method,
    wallet_address: quote.address,
    selected_plan: plan._id,
    interest_percentage: plan.percentage,
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('payment_proof', new File([proof], 'proof.png'))

  return form
}
