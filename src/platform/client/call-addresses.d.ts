declare module 'virtual:call-addresses' {
  const addresses: Readonly<Record<string, readonly [method: string, path: string, flags: string]>>
  export default addresses
}
