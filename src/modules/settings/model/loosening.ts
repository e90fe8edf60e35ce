export type Fields = Readonly<Record<string, unknown>>

/** The content of the proposal that makes controls of a setting looser. */
export type Loosening = {
  setting: string
  changes: Record<string, unknown>
  before: Record<string, unknown>
}

/** Parses the stored content of a proposal. */
export const parseLoosening = ({ setting, changes, before }: Fields): Loosening => ({
  setting: String(setting),
  changes: changes as Record<string, unknown>,
  before: before as Record<string, unknown>,
})
