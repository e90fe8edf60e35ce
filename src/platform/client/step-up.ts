type Ask = () => Promise<boolean>

let asker: Ask | undefined
let asking: Promise<boolean> | undefined

/**
 * Registers the prompt that asks the person to authenticate again: the layout of the page, one at a
 * time. Returns a function that unregisters it.
 */
export function registerStepUpPrompt(ask: Ask): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = undefined
  }
}

/**
 * Requests a step-up, once for all calls that wait for it; false without a prompt, or when the
 * person cancelled.
 */
export async function requestStepUp(): Promise<boolean> {
  asking ??= asker?.().finally(() => {
    asking = undefined
  })
  return (await asking) ?? false
}
