#!/usr/bin/env bash
# Draws the icons of the static page from icon.svg: those of its manifest, and the one that iPhones look for. Corners that
# the system cuts off are filled. Needs rsvg-convert (Debian: librsvg2-bin).
set -euo pipefail
cd "$(dirname "$0")"
ground='#e3bd83'
for size in 192 512; do
    rsvg-convert --width $size --height $size --output icon-$size.png icon.svg
done
rsvg-convert --width 180 --height 180 --background-color "$ground" --output apple-touch-icon.png icon.svg
# Systems may cut this one to any shape: the motif is within the middle four fifths.
sed 's/viewBox="0 0 32 32"/viewBox="-3 -3 38 38"/' icon.svg |
    rsvg-convert --width 512 --height 512 --background-color "$ground" --output icon-maskable.png
