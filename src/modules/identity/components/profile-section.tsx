import type { identityCalls } from './calls.tsx'

export type Profile = Awaited<ReturnType<typeof identityCalls.profile.call>>['data']

export type CountryName = { value: string; label: string }

export type ProfileSectionProps = {
  profile: Profile
  countries: readonly CountryName[]
  reread: () => Promise<unknown>
}

/** Returns whether the member may change the profile. */
export const mayEditProfile = ({ status }: Profile) => status === 'active'
