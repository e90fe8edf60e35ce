type Ask = () => Promise<boolean>

let asker: Ask | undefined
let asking: Promise<boolean> | undefined

/**
 * Whoever asks people to prove that it is them: one at a time, the frame of the pages. Answers how
 * to stop.
 */
export function registerStepUpPrompt(ask: Ask): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = undefined
  }
}

/**
 * Asks for a fresh proof, once for all that wait for it; false when there is nobody to ask, or the
 * person went back.
 */
export async function requestStepUp(): Promise<boolean> {
  asking ??= asker?.().finally(() => {
    asking = undefined
  })
  return (await asking) ?? false
}
