import { ExternalServiceError, requestExternal } from '#platform/http/fetch-external-json.ts'
import { type AddCheckpointRequest, formatAddCheckpoint } from '../model.ts'

/** The answer of a witness to a checkpoint. */
export type WitnessReply =
  | { kind: 'cosigned'; lines: string }
  /** It knows another size than the request began with. */
  | { kind: 'size'; size: number }
  | { kind: 'fork' | 'refused' | 'silent'; detail: string }

/** Sends a checkpoint to the witness at an address. Never throws. */
export async function sendCheckpoint(
  url: string,
  request: AddCheckpointRequest,
): Promise<WitnessReply> {
  const { origin, pathname } = new URL(url)
  const path = `${pathname.replace(/\/$/, '')}/add-checkpoint`

  try {
    const text = formatAddCheckpoint(request)
    const { status, type, text: reply } = await requestExternal({ base: origin, path, text })
    if (status === 200) return { kind: 'cosigned', lines: reply }
    if (status === 409 && type.startsWith('text/x.tlog.size') && /^\d{1,16}\n$/.test(reply))
      return { kind: 'size', size: Number(reply) }
    if (status === 422)
      return { kind: 'fork', detail: 'It has seen other entries before this checkpoint.' }

    return { kind: status >= 500 ? 'silent' : 'refused', detail: `It answered ${status}.` }
  } catch (error) {
    const detail = error instanceof ExternalServiceError ? error.message : 'It can’t be reached.'
    return { kind: 'silent', detail }
  }
}
