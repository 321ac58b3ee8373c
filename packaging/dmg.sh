#!/bin/sh
# Make the disk image for macOS of build/dist/fatdesk.app, or of the one in the folder that is given.
# The image is signed only where CODESIGN_IDENTITY names a certificate of yours; without it, macOS asks on first start.
set -eu
cd "$(dirname "$0")/.."
folder="${1:-build}"
version="$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' fatdesk/__init__.py)"
stage="$folder/dmg"
rm -rf "$stage"
mkdir -p "$stage"
cp -R "$folder/dist/fatdesk.app" "$stage/"
ln -s /Applications "$stage/Applications"
if [ -n "${CODESIGN_IDENTITY:-}" ]; then
    codesign --force --deep --options runtime --sign "$CODESIGN_IDENTITY" "$stage/fatdesk.app"
fi
hdiutil create -volname fatdesk -srcfolder "$stage" -ov -format UDZO "$folder/fatdesk-$version-macos-$(uname -m).dmg"
rm -rf "$stage"
