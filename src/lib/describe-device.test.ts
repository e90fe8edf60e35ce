import { expect, test } from 'vitest'
import { describeDevice, truncateIpAddress } from './describe-device.ts'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'HeadlessChrome/140.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like ' +
      'Gecko) Version/19.0 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1 (KHTML, like Gecko) ' +
      'Version/19.0 Safari/605.1',
    'Safari on Mac',
  ],
  ['curl/8.9', 'A program'],
  ['', 'Unknown device'],
])('%s has a readable name', (userAgent, expected) => {
  expect(describeDevice(userAgent)).toBe(expected)
})

test.each([
  ['192.0.2.17', '192.0.2.x'],
  ['::ffff:192.0.2.17', '192.0.2.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:x'],
  ['2001:db8::1', '2001:db8:x'],
  ['::1', 'this machine'],
  ['in-process', 'unknown'],
])('of the address %s only %s is shown', (address, near) => {
  expect(truncateIpAddress(address)).toBe(near)
})
