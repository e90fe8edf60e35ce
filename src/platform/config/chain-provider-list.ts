import { z } from 'zod'
import { isUnprotectedUrl } from '../http/outgoing-links.ts'
import { kindList } from './kind-list.ts'

/** A configured provider of a chain. The address may contain a key and is never shown. */
export type ChainProviderSetting<Kind extends string = string> = { kind: Kind; url: string }

/** Returns the schema of a setting such as `rpc=https://…,trongrid=https://…`. */
export const chainProviderList = <const Kinds extends readonly [string, ...string[]]>(
  kinds: Kinds,
) =>
  kindList
    .transform((entries) => entries.map(({ kind, address: url }) => ({ kind, url })))
    .pipe(z.array(z.object({ kind: z.enum(kinds), url: z.url({ protocol: /^https?$/ }) })))

/** Returns the name of a provider that is shown: its kind and host, never its path or login. */
export const nameChainProvider = ({ kind, url }: ChainProviderSetting): string =>
  `${kind}:${new URL(url).host}`

type Lists = Readonly<Record<string, readonly ChainProviderSetting[]>>

/** Returns the problems of the providers by the names of their settings. */
export const listChainProviderProblems = (lists: Lists, mode: 'sandbox' | 'live'): string[] =>
  Object.entries(lists).flatMap(([setting, providers]) => {
    const names = providers.map(nameChainProvider)
    const unprotected = providers.some(({ url }) => isExposed(url))

    return [
      ...(new Set(names).size < names.length
        ? [`${setting}: two providers have the same kind and host`]
        : []),
      ...(mode === 'live' && unprotected
        ? [`${setting}: live needs https, except on this machine or in a private network`]
        : []),
    ]
  })

/** Returns whether a connection could be read outside this machine and a private network. */
const isExposed = (url: string) => isUnprotectedUrl(url) && !isPrivateHost(new URL(url).hostname)

/** Returns whether a host is an address of a private network (RFC 1918, RFC 4193). */
const isPrivateHost = (host: string) =>
  /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))\.[\d.]+$/.test(host) || /^\[f[cd][\da-f]{2}:/i.test(host)
