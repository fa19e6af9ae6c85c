# Gives the area.
function area -a width height
    math $width x $height
end

function helper; end
