export type SiteLink = { label: string; to: string; hint?: string | undefined }

export type SiteItem = SiteLink | { label: string; items: readonly SiteLink[] }

export type SiteBarProps = {
  brand: { name: string; to?: string }
  links: readonly SiteItem[]
  /** At the end of the bar: a quiet link and the only filled button. */
  signIn: SiteLink
  join?: SiteLink | undefined
  /** For pages without a script: solid from the start, and without the theme switch. */
  plain?: boolean
}
